import type { AdviceStep } from '../contract/advice-step.ts';
import { Failure, interruptedFailure } from '../contract/failure.ts';
import { lookUpSteps, type RequestInfo } from './request-info.ts';
import type { AttemptResult } from './response.ts';

type FailedAttempt = Exclude<AttemptResult, { readonly kind: 'answered' }>;

/**
 * The failure for a request that got no response. Where it acts and may have been received, the
 * next step is to look it up, since it is never sent again.
 */
export function networkFailure(attempt: FailedAttempt, info: RequestInfo): Failure {
  const what = `${info.method} ${info.origin}${info.path}`;
  switch (attempt.kind) {
    case 'not_connected':
      return failureWith(info, {
        code: 'not_connected',
        title: 'The service cannot be reached',
        detail: `${info.origin}: ${connectProblem(attempt.reason)}.`,
        advice: 'Check the base URL, the network and the proxy settings.',
        wasSent: false,
      });
    case 'not_trusted':
      return failureWith(info, {
        code: 'not_trusted',
        title: 'The certificate of the service is not trusted',
        detail: `${info.origin}: ${attempt.reason}.`,
        advice: 'If your organisation has its own authority, name its file in NODE_EXTRA_CA_CERTS.',
        wasSent: false,
      });
    case 'broken':
      return failureWith(info, {
        code: 'connection_broken',
        title: 'The connection broke before the whole response arrived',
        detail: `${what}: ${attempt.reason}.`,
        next: lookUpSteps(info),
      });
    case 'timed_out':
      return failureWith(info, {
        code: 'timed_out',
        title: 'The service did not respond in time',
        detail: `${what}: no complete response within ${info.timeLimitMs / 1000} s.`,
        next: timeoutSteps(attempt.sent, info),
        wasSent: attempt.sent,
      });
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
export function interruptedRequest(info: RequestInfo, wasSent: boolean): Failure {
  return interruptedFailure({
    requestId: info.requestId,
    wasSent,
    ...(wasSent && { next: lookUpSteps(info) }),
  });
}

interface NetworkFacts {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly advice?: string;
  readonly next?: readonly AdviceStep[];
  /** True without it. */
  readonly wasSent?: boolean;
}

/** What was sent is looked up; anything else may need only more time. */
function timeoutSteps(wasSent: boolean, info: RequestInfo): readonly AdviceStep[] {
  const lookUp = wasSent ? lookUpSteps(info) : [];
  return lookUp.length > 0 ? lookUp : [{ step: 'allow_more_time' }];
}

function failureWith(info: RequestInfo, facts: NetworkFacts): Failure {
  return new Failure('network', { wasSent: true, ...facts, requestId: info.requestId });
}

function connectProblem(reason: string): string {
  switch (reason) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `its name cannot be looked up (${reason})`;
    case 'ECONNREFUSED':
      return `nothing listens there (${reason})`;
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
      return 'no connection within 10 s';
    default:
      return `no connection (${reason})`;
  }
}
