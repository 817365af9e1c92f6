import { createHmac, timingSafeEqual } from 'node:crypto';
import { INGRESS_HOLD_HOURS } from '../../contract/limits.ts';

/** How old, or how far ahead, a signed time may be (Standard Webhooks, "Verifying the timestamp"). */
const TOLERANCE_MS = 5 * 60 * 1000;

const HOLD_MS = INGRESS_HOLD_HOURS * 60 * 60 * 1000;

const KEY_PREFIX = 'whsec_';

/**
 * Id, time and body are signed with dots between them, and only the first time may count as the time: an id that
 * has one, also at its end, may be an older delivery's, whose body has in it what is given as the time here.
 * The standard wants no dots in ids where somebody else chooses them; a time of our days has ten digits.
 */
const TIME_IN_ID = /\.\d{1,12}\.|\.\d{10,12}$/;

interface SignedRequest {
  /** Lower-case names. */
  readonly headers: Readonly<Record<string, string>>;
  /** The body byte for byte. */
  readonly body: Uint8Array;
  /** When it was received, in milliseconds since the epoch; by the server, where that received it. */
  readonly receivedAtMs: number;
  /** The machine's own time, which a server cannot make up. */
  readonly nowMs: number;
}

export type SignatureProblem = 'missing_signature' | 'stale_timestamp' | 'bad_signature';

/**
 * What is wrong with the signature of a request; undefined where it is valid for the skill's secret.
 * `standard_webhooks`: webhook-id, webhook-timestamp and webhook-signature, of whose signatures one
 * must match (or the same as svix-…); a secret `whsec_…` contains its key in base64, any other secret is the
 * key itself.
 * `hub_signature`: X-Hub-Signature-256, `sha256=` and hexadecimal digits.
 */
export function signatureProblem(
  auth: 'standard_webhooks' | 'hub_signature',
  secret: string,
  request: SignedRequest,
): SignatureProblem | undefined {
  return auth === 'hub_signature' ? hubProblem(secret, request) : standardProblem(secret, request);
}

function hubProblem(
  secret: string,
  { headers, body }: SignedRequest,
): SignatureProblem | undefined {
  if (headers['x-hub-signature-256'] === undefined) return 'missing_signature';
  const digest = createHmac('sha256', secret).update(body).digest();
  const given = hubSignature(headers);
  return given && isSame(given, digest) ? undefined : 'bad_signature';
}

/** The bytes of an `X-Hub-Signature-256`; undefined where there is none, or none of that form. */
export function hubSignature(headers: SignedRequest['headers']): Buffer | undefined {
  const match = /^sha256=([0-9a-f]{64})$/i.exec(headers['x-hub-signature-256']?.trim() ?? '');
  return match?.[1] === undefined ? undefined : Buffer.from(match[1], 'hex');
}

function standardProblem(secret: string, request: SignedRequest): SignatureProblem | undefined {
  const { headers, body } = request;
  const prefix = standardPrefix(headers);
  const id = headers[`${prefix}-id`];
  const timestamp = headers[`${prefix}-timestamp`];
  const signatures = headers[`${prefix}-signature`];
  // The standard requires an id; an empty one would not tell a delivery that comes again.
  if (!id || timestamp === undefined || signatures === undefined) return 'missing_signature';
  if (!/^\d{1,12}$/.test(timestamp) || TIME_IN_ID.test(id)) return 'bad_signature';
  if (isStale(Number(timestamp) * 1000, request)) return 'stale_timestamp';
  const key = secret.startsWith(KEY_PREFIX)
    ? Buffer.from(secret.slice(KEY_PREFIX.length), 'base64')
    : secret;
  if (key.length === 0) return 'bad_signature';
  const digest = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest();
  const matches = signatures
    .split(' ')
    .filter((signature) => signature.startsWith('v1,'))
    .map((signature) => isSame(Buffer.from(signature.slice(3), 'base64'), digest));
  return matches.includes(true) ? undefined : 'bad_signature';
}

/**
 * Svix, where the standard comes from, gives its headers names of its own. One of the standard's names
 * is enough for these: who replays a delivery of Svix could add an id that the signature does not cover.
 */
function standardPrefix(headers: SignedRequest['headers']): 'webhook' | 'svix' {
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  return names.some((name) => headers[name] !== undefined) ? 'webhook' : 'svix';
}

/** A server may hold a delivery, and no longer than it says; what it says of the time is not believed. */
function isStale(signedAtMs: number, { nowMs, receivedAtMs }: SignedRequest): boolean {
  const ageMs = nowMs - signedAtMs;
  return (
    Math.abs(receivedAtMs - signedAtMs) > TOLERANCE_MS ||
    ageMs < -TOLERANCE_MS ||
    ageMs > HOLD_MS + TOLERANCE_MS
  );
}

function isSame(given: Uint8Array, wanted: Uint8Array): boolean {
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
