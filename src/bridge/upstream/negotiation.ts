import { membersOf } from '../../base/json/object.ts';
import {
  HEADER_MISMATCH,
  METHOD_NOT_FOUND,
  MISSING_CAPABILITY,
  UNSUPPORTED_VERSION,
} from '../json-rpc.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../protocol-version.ts';
import type { McpErrorResponse } from './mcp-message.ts';

/** In which form a rejected request was sent. */
export type RequestForm = 'modern' | 'legacy' | 'in a session';

/** How a rejected request is sent next; `end` hands its response on as it is. */
type NegotiationStep = 'again' | 'modern' | 'initialize' | 'end';

/** What a server says by rejecting a request: 400 or 404, over HTTP or as an error of JSON-RPC. */
export type Rejection =
  | 'modern version'
  | 'legacy version'
  | 'modern error'
  | 'no method'
  /** A 404 in other words: of a proxy, or of a server that has forgotten the session. */
  | 'nothing there'
  | 'other';

/**
 * The next step by form and rejection (2026-07-28, "Versioning" and "Backward Compatibility"): an
 * error that only a newer server knows is final, anything else comes from an older one.
 */
const NEXT: Readonly<Record<RequestForm, Readonly<Record<Rejection, NegotiationStep>>>> = {
  modern: {
    'modern version': 'again',
    'legacy version': 'initialize',
    'modern error': 'end',
    'no method': 'end',
    'nothing there': 'end',
    other: 'initialize',
  },
  legacy: {
    'modern version': 'modern',
    'legacy version': 'initialize',
    'modern error': 'modern',
    'no method': 'end',
    'nothing there': 'end',
    other: 'initialize',
  },
  'in a session': {
    'modern version': 'modern',
    'legacy version': 'initialize',
    'modern error': 'modern',
    'no method': 'end',
    'nothing there': 'initialize',
    other: 'initialize',
  },
};

/** What is done about a rejected request. */
export function nextStep(form: RequestForm, rejection: Rejection): NegotiationStep {
  return NEXT[form][rejection];
}

/** Error codes that 2026-07-28 introduced; an older server may use any other for its own. */
const MODERN_ERRORS: ReadonlySet<number> = new Set([HEADER_MISMATCH, MISSING_CAPABILITY]);

/** What an error response with 400 or 404 says of the server. */
export function rejectionOf({ error, status }: McpErrorResponse): Rejection {
  if (error.code === UNSUPPORTED_VERSION) {
    const { supported } = membersOf(error.data);
    const versions: readonly unknown[] = Array.isArray(supported) ? supported : [];
    if (versions.includes(MODERN_VERSION)) return 'modern version';
    return LEGACY_VERSIONS.some((version) => versions.includes(version))
      ? 'legacy version'
      : 'modern error';
  }
  if (MODERN_ERRORS.has(error.code)) return 'modern error';
  return status === 404 && error.code === METHOD_NOT_FOUND ? 'no method' : 'other';
}
