import { randomUUID } from 'node:crypto';
import { REQUEST_ID_PATTERN } from '../../contract/header.ts';

/** The id of a request: the caller's own where its form is allowed, else a new one (rule 10). */
export function requestIdFrom(header: string | readonly string[] | undefined): string {
  if (typeof header === 'string' && REQUEST_ID_PATTERN.test(header)) return header;
  return `req_${randomUUID()}`;
}
