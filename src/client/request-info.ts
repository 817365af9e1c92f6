import type { KnownClass } from './retry.ts';

/** What was sent, as far as words about its end need it. */
export interface RequestInfo {
  readonly method: string;
  readonly origin: string;
  /** Without the query. */
  readonly path: string;
  readonly operationClass: KnownClass;
  readonly requestId: string;
  readonly key: string | undefined;
  /** Whether it asked `If-None-Match`, so that 304 is a response. */
  readonly conditional: boolean;
  readonly timeLimitMs: number;
}

/** What to do about an action whose response is missing; undefined for what only reads. */
export function lookUpAdvice(sent: RequestInfo): string | undefined {
  if (sent.operationClass === 'read') return undefined;
  return (
    'It may have run and was not sent again. Before repeating it, look it up with ' +
    `\`fleet cloud list-commands\` (request id ${sent.requestId}).`
  );
}

/** Keys of the service have 60 characters and more; what is shorter than this is part of any word. */
const KEY_CHARS_MIN = 8;

/** `text` without the key, wherever a foreign text may repeat it. */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key.length < KEY_CHARS_MIN) return text;
  return text.replaceAll(key, '[key]');
}
