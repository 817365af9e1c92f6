import type { AdviceStep, KeyOrigin } from '../contract/advice-step.ts';
import { foundBy } from '../contract/look-up.ts';
import type { KnownClass } from './retry.ts';

/** Where an Idempotency-Key is taken, so that a report may be sent again (specification, "Routes"). */
export const ISSUES_PATH = '/api/v1/issues';

/** What a failure tells about the request that it belongs to. */
export interface RequestInfo {
  readonly method: string;
  readonly origin: string;
  /** Without the query. */
  readonly path: string;
  readonly operationClass: KnownClass;
  readonly requestId: string;
  /** Of an action that may be tried again with it. */
  readonly idempotencyKey?: string | undefined;
  /** Whether such an action was tried again. */
  readonly isRepeated?: boolean;
  /** Whether an earlier try of it may have been received. */
  readonly mayHaveRun?: boolean;
  readonly key: string | undefined;
  readonly keyOrigin?: KeyOrigin | undefined;
  /** Whether it asked `If-None-Match`, so that 304 is a response. */
  readonly conditional: boolean;
  /** Whether what is too deep to be read is cut out of the response. */
  readonly cutsDeeper?: boolean;
  /** Whether the key is taken out of the parsed response. */
  readonly hidesKey?: boolean;
  readonly timeLimitMs: number;
}

/** The step after an action whose response is missing; none for what only reads. */
export function lookUpSteps(info: RequestInfo): readonly AdviceStep[] {
  if (info.operationClass === 'read') return [];
  const by = foundBy(operationOf(info));
  const { idempotencyKey, isRepeated, requestId } = info;
  return [
    {
      step: 'look_up_action',
      requestId,
      by,
      ...(isRepeated && { isRepeated }),
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    },
  ];
}

function operationOf({ method, path }: RequestInfo): string | undefined {
  if (method === 'POST' && path.endsWith(ISSUES_PATH)) return 'report_issue';
  return /\/api\/v1\/tools\/([^/]+)$/.exec(path)?.[1];
}

/** Keys of the service have 60 characters and more; what is shorter than this is part of any word. */
const KEY_CHARS_MIN = 8;

/** `text` without the key, wherever a foreign text may repeat it. */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < KEY_CHARS_MIN) return text;
  return text.replaceAll(key, '[key]');
}
