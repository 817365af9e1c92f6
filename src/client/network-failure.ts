import type { AdviceStep } from '../contract/advice-step.ts';
import { Failure, type FailureFacts, interruptedFailure } from '../contract/failure.ts';
import { lookUpSteps, type RequestInfo } from './request-info.ts';
import type { Unanswered } from './response.ts';
import { CHECK_VARIABLES, unsentFacts } from './unsent-failure.ts';

/**
 * The failure for a request that got no response. Where it acts and one of its tries may have been
 * received, the next step is to look it up.
 */
export function networkFailure(attempt: Unanswered, info: RequestInfo): Failure {
  const failure = attemptFailure(attempt, info);
  return info.mayHaveRun === true ? ofEarlierTry(failure, info) : failure;
}

/** The last try may have reached nobody: what an earlier one may have done counts. */
function ofEarlierTry({ facts, kind }: Failure, info: RequestInfo): Failure {
  return new Failure(kind, { ...facts, wasSent: true, next: lookUpSteps(info) });
}

function attemptFailure(attempt: Unanswered, info: RequestInfo): Failure {
  const what = `${info.method} ${info.origin}${info.path}`;
  switch (attempt.kind) {
    case 'not_connected':
    case 'not_trusted':
    case 'no_tls':
    case 'proxy_refused':
      return failureWith(info, unsentFacts(attempt, info));
    case 'broken':
      return failureWith(info, {
        code: 'connection_broken',
        title: 'The connection broke before the whole response arrived',
        detail: `${what}: ${attempt.reason}.`,
        ...(attempt.hasBegun || !info.origin.startsWith('http:') ? {} : { advice: PERHAPS_HTTPS }),
        next: lookUpSteps(info),
      });
    case 'timed_out':
      return failureWith(info, { code: 'timed_out', ...timedOut(attempt, info) });
    case 'too_large':
      return failureWith(info, {
        code: 'answer_too_large',
        title: 'The response is larger than 64 MiB',
        detail: `${what}.`,
        next: lookUpSteps(info),
      });
    case 'aborted':
      return interruptedRequest(info, attempt.sent);
  }
}

/** The failure of a request that the person or the caller ended. */
function interruptedRequest(info: RequestInfo, wasSent: boolean): Failure {
  return interruptedFailure({
    requestId: info.requestId,
    wasSent,
    ...(wasSent && { next: lookUpSteps(info) }),
  });
}

/** What speaks TLS ends a connection that begins with anything else. */
export const PERHAPS_HTTPS =
  'If that port is for https, the base URL has to begin with https:// and not with http://.';

type TimedOut = Extract<Unanswered, { readonly kind: 'timed_out' }>;

/** Where nothing was sent through a proxy, it is the proxy that has kept silent, or that reaches nobody. */
function timedOut({ proxy, sent }: TimedOut, info: RequestInfo): Omit<FailureFacts, 'code'> {
  const within = `within ${info.timeLimitMs / 1000} s`;
  const what = `${info.method} ${info.origin}${info.path}`;
  if (proxy !== undefined && !sent) {
    return {
      title: 'The proxy gave no connection in time',
      detail: `${what}: the proxy ${proxy} gave none to the service ${within}.`,
      advice: CHECK_VARIABLES,
      wasSent: false,
      extra: { proxy },
    };
  }
  const through = proxy === undefined ? '' : ` through the proxy ${proxy}`;
  return {
    title: 'The service did not respond in time',
    detail: `${what}: no complete response${through} ${within}.`,
    next: timeoutSteps(sent, info),
    wasSent: sent,
  };
}

/** What was sent is looked up; anything else may need only more time. */
function timeoutSteps(wasSent: boolean, info: RequestInfo): readonly AdviceStep[] {
  const lookUp = wasSent ? lookUpSteps(info) : [];
  return lookUp.length > 0 ? lookUp : [{ step: 'allow_more_time' }];
}

function failureWith(info: RequestInfo, facts: FailureFacts): Failure {
  return new Failure('network', { wasSent: true, ...facts, requestId: info.requestId });
}
