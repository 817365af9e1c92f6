import { retryAfterMs } from '../base/headers/retry-after.ts';
import { parseJson } from '../base/json/lossless.ts';
import { exceededLimit } from '../base/json/size.ts';
import type { AdviceStep } from '../contract/advice-step.ts';
import { Failure, notTheServiceFailure } from '../contract/failure.ts';
import { REQUEST_ID_HEADER, REQUEST_ID_PATTERN } from '../contract/header.ts';
import { PROBLEM_MEDIA_TYPE } from '../contract/problem.ts';
import { PERHAPS_HTTPS } from './network-failure.ts';
import { lookUpSteps, type RequestInfo, withoutKey } from './request-info.ts';
import type { AttemptResult, FleetResponse } from './response.ts';
import { GIVE_LOGIN } from './unsent-failure.ts';

type HttpResponse = Extract<AttemptResult, { readonly kind: 'answered' }>;

const TEXT_CHARS_MAX = 2_000;
/** Deeper or larger ones could not be written in every format, in memory that every computer has. */
const LIMITS = { levelsMax: 500, valuesMax: 2_000_000 };
const BEYOND = {
  levels: 'JSON of more than 500 levels',
  values: 'JSON of more than 2,000,000 values',
};

/**
 * The response where it is one of the service and no refusal. Throws `Failure`: `refused` for a
 * problem of the service (RFC 9457), `not_the_service` for a redirect and for anything else that
 * the service does not send (HTML, broken JSON, an empty body, another type).
 */
export function readResponse(
  response: HttpResponse,
  info: RequestInfo,
  nowMs: number,
): FleetResponse {
  const { status, headers, bytes } = response;
  const requestId = requestIdOf(headers[REQUEST_ID_HEADER], info);
  if (status === 304 && info.conditional) {
    return { status, headers, bytes, text: '', value: undefined, requestId };
  }
  if (status >= 300 && status < 400) throw redirectFailure(response, info);
  if (status === 204 && bytes.length === 0) {
    return { status, headers, bytes, text: '', value: undefined, requestId };
  }
  const body = readBody(response);
  if (status >= 400 && mediaType(headers['content-type']) === PROBLEM_MEDIA_TYPE) {
    throw problemFailure(response, { info, value: body.value, requestId, nowMs });
  }
  if (body.problem !== undefined) throw foreignResponse(response, info, body.problem);
  const { text, value } = body;
  if (status >= 200 && status < 300) return { status, headers, bytes, text, value, requestId };
  throw foreignResponse(response, info, 'an error that is not from the service');
}

/** The id that the response carries, or the one that was sent where it carries none to be shown. */
function requestIdOf(received: string | undefined, info: RequestInfo): string {
  const usable = received !== undefined && REQUEST_ID_PATTERN.test(received);
  return usable && withoutKey(received, info.key) === received ? received : info.requestId;
}

type Body =
  | { readonly problem: string; readonly value?: undefined }
  | { readonly problem?: undefined; readonly text: string; readonly value: unknown };

function readBody({ headers, bytes }: HttpResponse): Body {
  if (bytes.length === 0) return { problem: 'an empty body' };
  const type = mediaType(headers['content-type']);
  if (type === undefined) return { problem: 'a body of no readable type' };
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) return { problem: `${type} instead of JSON` };
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const beyond = exceededLimit(text, LIMITS);
    if (beyond !== undefined) return { problem: BEYOND[beyond] };
    return { text, value: parseJson(text) };
  } catch {
    return { problem: `JSON that is broken or breaks off (${bytes.length} bytes)` };
  }
}

function mediaType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  return type !== undefined && /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : undefined;
}

interface ProblemContext {
  readonly info: RequestInfo;
  readonly value: unknown;
  readonly requestId: string;
  readonly nowMs: number;
}

/** The refusal that a problem tells; one with little in it is told by its status. */
function problemFailure({ status, headers }: HttpResponse, facts: ProblemContext): Failure {
  const { value, info } = facts;
  const isRecord = typeof value === 'object' && value !== null;
  const member = (name: string) => (isRecord ? textMember(value, name, info.key) : undefined);
  const code = member('code');
  const detail = member('detail');
  const type = member('type');
  const waitMs = retryAfterMs(headers, facts.nowMs);
  return new Failure('refused', {
    code: code ?? `status_${status}`,
    title: member('title') ?? code ?? `The service responded with status ${status}`,
    status,
    requestId: facts.requestId,
    ...(detail === undefined ? {} : { detail }),
    ...(waitMs === undefined ? {} : { retryAfterSeconds: Math.ceil(waitMs / 1000) }),
    ...(type === undefined ? {} : { extra: { type } }),
    ...nextSteps(status, code, info),
  });
}

/** Where a refused key is from, and how to look up what may have run behind a proxy that failed. */
function nextSteps(
  status: number,
  code: string | undefined,
  info: RequestInfo,
): { readonly next?: readonly AdviceStep[] } {
  if (status === 401 && info.keyOrigin !== undefined) {
    return { next: [{ step: 'check_key', from: info.keyOrigin }] };
  }
  const lookUp = status >= 500 && code === undefined ? lookUpSteps(info) : [];
  return lookUp.length === 0 ? {} : { next: lookUp };
}

function textMember(value: object, name: string, key: string | undefined): string | undefined {
  const text: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  const safe = withoutKey(text, key);
  return safe.length > TEXT_CHARS_MAX ? `${safe.slice(0, TEXT_CHARS_MAX)}…` : safe;
}

function redirectFailure({ status, headers }: HttpResponse, info: RequestInfo): Failure {
  const { location } = headers;
  const target = location === undefined ? null : URL.parse(location, info.origin + info.path);
  const where = target === null ? 'elsewhere' : `to ${withoutKey(target.origin, info.key)}`;
  return new Failure('not_the_service', {
    code: 'redirected',
    title: 'The service responded with a redirect',
    detail: `${info.origin} answered ${status} and points ${where}; redirects are not followed.`,
    advice: 'If that is where the service is, give it as the base URL.',
    status,
    requestId: info.requestId,
  });
}

function foreignResponse({ status }: HttpResponse, info: RequestInfo, what: string): Failure {
  if (status === 407) return withoutLogin(info);
  const mayHaveRun = (status >= 200 && status < 300) || status >= 500;
  const next = mayHaveRun ? lookUpSteps(info) : [];
  return notTheServiceFailure({
    detail: `${info.method} ${info.origin}${info.path} answered ${status} with ${withoutKey(what, info.key)}.`,
    ...(next.length > 0 ? { next } : { advice: adviceAbout(status, info) }),
    status,
    requestId: info.requestId,
  });
}

/** Web servers answer plain http on a port for https with 400 and a text. */
function adviceAbout(status: number, { origin }: RequestInfo): string {
  return status === 400 && origin.startsWith('http:')
    ? PERHAPS_HTTPS
    : 'Check the base URL and what lies between it and this machine.';
}

/** Only a proxy answers with 407, before the service has seen anything (RFC 9110, 15.5.8). */
function withoutLogin({ origin, requestId }: RequestInfo): Failure {
  return notTheServiceFailure({
    code: 'proxy_refused',
    title: 'The proxy asks for a name and a password',
    detail: `The proxy lets nobody through to ${origin} without (407), or those that it got are wrong.`,
    advice: GIVE_LOGIN,
    status: 407,
    requestId,
    wasSent: false,
  });
}
