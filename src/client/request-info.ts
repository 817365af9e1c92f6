import type { AdviceStep, KeyOrigin } from '../contract/advice-step.ts';
import type { KnownClass } from './retry.ts';

/** What a failure tells about the request that it belongs to. */
export interface RequestInfo {
  readonly method: string;
  readonly origin: string;
  /** Without the query. */
  readonly path: string;
  readonly operationClass: KnownClass;
  readonly requestId: string;
  readonly key: string | undefined;
  readonly keyOrigin?: KeyOrigin | undefined;
  /** Whether it asked `If-None-Match`, so that 304 is a response. */
  readonly conditional: boolean;
  readonly timeLimitMs: number;
}

/** The step after an action whose response is missing; none for what only reads. */
export function lookUpSteps(info: RequestInfo): readonly AdviceStep[] {
  if (info.operationClass === 'read') return [];
  return [{ step: 'look_up_action', requestId: info.requestId }];
}

/** Keys of the service have 60 characters and more; what is shorter than this is part of any word. */
const KEY_CHARS_MIN = 8;

/** `text` without the key, wherever a foreign text may repeat it. */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < KEY_CHARS_MIN) return text;
  return text.replaceAll(key, '[key]');
}
