import { pickOne, wholeNumber } from '../seeded-random.ts';
import { hostileText } from './hostile-text.ts';
import { hostileAnswer, hostileValue } from './hostile-value.ts';

export interface HostileResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

const JSON_TYPE = 'application/json';
const PROBLEM_TYPE = 'application/problem+json';
const TYPES = [JSON_TYPE, PROBLEM_TYPE, 'text/html', 'application/json; charset=utf-16', 'x', ''];
const STATUSES = [200, 200, 200, 202, 204, 206, 301, 304, 400, 401, 403, 404, 409, 429, 500, 503];
const CODES = ['invalid_request', 'invalid_key', 'unknown_job', 'internal', 'rate_limited'];

/** A response to a call: mostly one of the service with anything in it, else any other. */
export function hostileResponse(random: () => number): HostileResponse {
  const kind = random();
  if (kind < 0.75) return json(200, hostileAnswer(random), random);
  if (kind < 0.85) return problem(random);
  if (kind < 0.9) return bomb(random);
  const status = pickOne(random, STATUSES);
  const type = pickOne(random, TYPES);
  const body = status === 204 || status === 304 ? Buffer.alloc(0) : anyBody(random);
  return { status, headers: { 'content-type': type, ...someHeaders(random) }, body };
}

function json(status: number, value: unknown, random: () => number): HostileResponse {
  const body = Buffer.from(JSON.stringify(value) ?? 'null');
  return { status, headers: { 'content-type': JSON_TYPE, ...someHeaders(random) }, body };
}

function problem(random: () => number): HostileResponse {
  const status = pickOne(random, [400, 401, 402, 403, 404, 409, 413, 418, 500]);
  const value = {
    code: random() < 0.5 ? pickOne(random, CODES) : hostileValue(random),
    title: hostileText(random),
    detail: random() < 0.8 ? hostileText(random) : hostileValue(random),
    request_id: hostileText(random),
    type: hostileText(random),
  };
  const { body } = json(status, random() < 0.9 ? value : hostileValue(random), random);
  return { status, headers: { 'content-type': PROBLEM_TYPE, ...someHeaders(random) }, body };
}

/** Small on the wire, large where somebody works it through. */
function bomb(random: () => number): HostileResponse {
  const levels = wholeNumber(random, 400, 5_000);
  const count = wholeNumber(random, 50, 300);
  const text = pickOne(random, [
    () => `${'['.repeat(levels)}${']'.repeat(levels)}`,
    () => `${'{"a":'.repeat(levels)}1.5e300${'}'.repeat(levels)}`,
    () => `{"rows":[${Array.from({ length: count }, (_, row) => `{"m${row}":1,"id":"${row}"}`)}]}`,
    () => `{"rows":[${Array.from({ length: count }, () => `[${'1,'.repeat(count)}1]`)}]}`,
    () => `{"a":${'9'.repeat(levels)},"b":1e${'9'.repeat(9)}}`,
    () => `{"text":"${'\\u001b]'.repeat(levels)}","lines":"${'a\\n'.repeat(levels)}"}`,
  ])();
  return { status: 200, headers: { 'content-type': JSON_TYPE }, body: Buffer.from(text) };
}

function anyBody(random: () => number): Buffer {
  if (random() < 0.3) return Buffer.from('<html><script>alert(1)</script>');
  if (random() < 0.3) {
    const whole = JSON.stringify(hostileAnswer(random)) ?? '';
    return Buffer.from(whole.slice(0, wholeNumber(random, 0, whole.length)));
  }
  return Buffer.from(
    Array.from({ length: wholeNumber(random, 0, 40) }, () => wholeNumber(random, 0, 255)),
  );
}

/** Headers cannot have control characters; what Node would not send is left out. */
function someHeaders(random: () => number): Readonly<Record<string, string>> {
  if (random() < 0.7) return {};
  const text = hostileText(random).replace(/[^\x20-\x7e]/g, '');
  const name = pickOne(random, ['x-request-id', 'location', 'date', 'retry-after', 'etag']);
  return { [name]: name === 'retry-after' ? pickOne(random, ['1', '-1', 'soon', '1e9']) : text };
}
