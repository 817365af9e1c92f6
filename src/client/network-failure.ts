import type { AdviceStep } from '../contract/advice-step.ts';
import { Failure, interruptedFailure } from '../contract/failure.ts';
import { lookUpSteps, type RequestInfo } from './request-info.ts';
import type { AttemptResult } from './response.ts';

type FailedAttempt = Exclude<AttemptResult, { readonly kind: 'answered' }>;

/**
 * The failure for a request that got no response. Where it acts and may have been received, the
 * next step is to look it up, since it is never sent again.
 */
export function networkFailure(attempt: FailedAttempt, sent: RequestInfo): Failure {
  const what = `${sent.method} ${sent.origin}${sent.path}`;
  switch (attempt.kind) {
    case 'not_connected':
      return failureWith(sent, {
        code: 'not_connected',
        title: 'The service cannot be reached',
        detail: `${sent.origin}: ${connectProblem(attempt.reason)}.`,
        advice: 'Check the base URL, the network and the proxy settings.',
      });
    case 'not_trusted':
      return failureWith(sent, {
        code: 'not_trusted',
        title: 'The certificate of the service is not trusted',
        detail: `${sent.origin}: ${attempt.reason}.`,
        advice: 'If your organisation has its own authority, name its file in NODE_EXTRA_CA_CERTS.',
      });
    case 'broken':
      return failureWith(sent, {
        code: 'connection_broken',
        title: 'The connection broke before the whole response arrived',
        detail: `${what}: ${attempt.reason}.`,
        next: lookUpSteps(sent),
      });
    case 'timed_out':
      return failureWith(sent, {
        code: 'timed_out',
        title: 'The service did not respond in time',
        detail: `${what}: no complete response within ${sent.timeLimitMs / 1000} s.`,
        next: timeoutSteps(attempt.sent, sent),
      });
    case 'too_large':
      return failureWith(sent, {
        code: 'answer_too_large',
        title: 'The response is larger than 64 MiB',
        detail: `${what}.`,
        next: lookUpSteps(sent),
      });
    case 'aborted':
      return interruptedRequest(sent, attempt.sent);
  }
}

/** The failure of a request that the person or the caller ended. */
export function interruptedRequest(sent: RequestInfo, wasSent: boolean): Failure {
  return interruptedFailure({
    requestId: sent.requestId,
    ...(wasSent && { next: lookUpSteps(sent) }),
  });
}

interface NetworkFacts {
  readonly code: string;
  readonly title: string;
  readonly detail: string;
  readonly advice?: string;
  readonly next?: readonly AdviceStep[];
}

/** What was sent is looked up; anything else may need only more time. */
function timeoutSteps(wasSent: boolean, sent: RequestInfo): readonly AdviceStep[] {
  const lookUp = wasSent ? lookUpSteps(sent) : [];
  return lookUp.length > 0 ? lookUp : [{ step: 'allow_more_time' }];
}

function failureWith(sent: RequestInfo, facts: NetworkFacts): Failure {
  return new Failure('network', { ...facts, requestId: sent.requestId });
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
