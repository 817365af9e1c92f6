import { membersOf } from '../../base/json/object.ts';
import {
  HEADER_MISMATCH,
  METHOD_NOT_FOUND,
  MISSING_CAPABILITY,
  UNSUPPORTED_VERSION,
} from '../json-rpc.ts';
import { LEGACY_VERSIONS, MODERN_VERSION } from '../protocol-version.ts';
import type { McpResponse } from './send.ts';

/** How a message was sent that the server did not take. */
export type RequestForm = 'modern' | 'legacy' | 'in a session';

/** What a message that was not taken is sent as next; `end` is its answer as it is. */
export type NegotiationStep = 'again' | 'modern' | 'initialize' | 'end';

/** What a server says by not taking a message: 400 or 404, over HTTP or as an error of JSON-RPC. */
export type Rejection =
  | 'modern version'
  | 'legacy version'
  | 'modern error'
  | 'no method'
  /** A 404 in other words: of a proxy, or of a server that has forgotten the session. */
  | 'nothing there'
  | 'other';

/**
 * The way from one era to the other (2026-07-28, "Versioning" and "Backward Compatibility"): an
 * error that only a newer server knows is meant as it is, anything else comes from an older one.
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

export function nextStep(sentAs: RequestForm, refused: Rejection): NegotiationStep {
  return NEXT[sentAs][refused];
}

/** The codes that the newer era has brought; an older server may use any other for its own. */
const MODERN_ERRORS: ReadonlySet<number> = new Set([HEADER_MISMATCH, MISSING_CAPABILITY]);

/** What an answer with 400 or 404 says of the server. */
export function rejectionOf({ error, status }: Extract<McpResponse, { kind: 'error' }>): Rejection {
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
