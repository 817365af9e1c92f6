import { retryAfterMs } from '../base/headers/retry-after.ts';
import type { AdviceStep } from '../contract/advice-step.ts';
import { Failure, notTheServiceFailure } from '../contract/failure.ts';
import { PERHAPS_HTTPS } from './network-failure.ts';
import type { HttpResponse } from './read-response.ts';
import { lookUpSteps, type RequestInfo, withoutKey } from './request-info.ts';
import { leavesOpen } from './retry.ts';
import { GIVE_LOGIN } from './unsent-failure.ts';

const TEXT_CHARS_MAX = 2_000;

interface ProblemContext {
  readonly info: RequestInfo;
  readonly value: unknown;
  readonly requestId: string;
  readonly nowMs: number;
}

/** The refusal that a problem tells (RFC 9457); one with little in it is told by its status. */
export function problemFailure({ status, headers }: HttpResponse, facts: ProblemContext): Failure {
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
    ...nextSteps(status, { ...info, requestId: facts.requestId }),
  });
}

/** Where a refused key is from, and how to look up what may have run where the service failed on the way. */
function nextSteps(status: number, info: RequestInfo): { readonly next?: readonly AdviceStep[] } {
  const { keyOrigin: from } = info;
  const checkKey =
    status === 401 && from !== undefined ? ([{ step: 'check_key', from }] as const) : [];
  const lookUp = leavesOpen(status) || info.mayHaveRun === true ? lookUpSteps(info) : [];
  const next = [...checkKey, ...lookUp];
  return next.length === 0 ? {} : { next };
}

function textMember(value: object, name: string, key: string | undefined): string | undefined {
  const text: unknown = Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined;
  if (typeof text !== 'string' || text === '') return undefined;
  const safe = withoutKey(text, key);
  return safe.length > TEXT_CHARS_MAX ? `${safe.slice(0, TEXT_CHARS_MAX)}…` : safe;
}

/** The same request is to be sent there, so that it was not done here (RFC 9110, 15.4.8 and 15.4.9). */
const SENT_THERE: ReadonlySet<number> = new Set([307, 308]);

/** The failure for a redirect, which is never followed. After any other than these what acts may have run. */
export function redirectFailure({ status, headers }: HttpResponse, info: RequestInfo): Failure {
  const { location } = headers;
  const target = location === undefined ? null : URL.parse(location, info.origin + info.path);
  const where = target === null ? 'elsewhere' : `to ${withoutKey(target.origin, info.key)}`;
  const mayHaveRun = !SENT_THERE.has(status) || info.mayHaveRun === true;
  const next = mayHaveRun ? lookUpSteps(info) : [];
  return new Failure('not_the_service', {
    code: 'redirected',
    title: 'The service responded with a redirect',
    detail: `${info.origin} answered ${status} and points ${where}; redirects are not followed.`,
    advice: 'If that is where the service is, give it as the base URL.',
    ...(next.length > 0 && { next }),
    status,
    requestId: info.requestId,
  });
}

/** The failure for a response that the service does not send; `what` says how it differs. */
export function foreignResponse(
  { status }: HttpResponse,
  info: RequestInfo,
  what: string,
): Failure {
  if (status === 407) return withoutLogin(info);
  const mayHaveRun =
    (status >= 200 && status < 300) || leavesOpen(status) || info.mayHaveRun === true;
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
function withoutLogin(info: RequestInfo): Failure {
  const { mayHaveRun = false, origin, requestId } = info;
  return notTheServiceFailure({
    code: 'proxy_refused',
    title: 'The proxy asks for a name and a password',
    detail: `The proxy lets nobody through to ${origin} without a name and a password (407), or those that it got are wrong.`,
    advice: GIVE_LOGIN,
    status: 407,
    requestId,
    wasSent: mayHaveRun,
    ...(mayHaveRun && { next: lookUpSteps(info) }),
  });
}
