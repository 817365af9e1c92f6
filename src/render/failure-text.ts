import type { JsonObject } from '../base/json/object.ts';
import type { Failure } from '../contract/failure.ts';
import { adviceOf } from './advice-step.ts';
import { red } from './colour.ts';
import { escapeForTerminalJson, sanitiseLine, sanitiseText } from './sanitise.ts';
import { detailOf } from './setting-fault.ts';

/**
 * A failure for a person: what happened, why, what to do, and the request id to quote. What the
 * service said is made harmless.
 */
export function failureForPeople(
  { facts }: Failure,
  options: { readonly colour: boolean },
): string {
  const { next = [], retryAfterSeconds } = facts;
  // What may have run is looked up before anything is sent again.
  const mayTryAgain = !next.some(({ step }) => step === 'look_up_action');
  const lines = [
    `${red('fleet:', options.colour)} ${sanitiseLine(facts.title)}`,
    ...paragraph(detailOf(facts)),
    ...paragraph(adviceOf(facts)),
    ...(retryAfterSeconds !== undefined && mayTryAgain
      ? [`  Try again in ${retryAfterSeconds} s.`]
      : []),
    ...(facts.requestId === undefined ? [] : [`  Request id: ${sanitiseLine(facts.requestId)}`]),
  ];
  return `${lines.join('\n')}\n`;
}

/** A failure for a program: `{"error": {…}}` on one line. */
export function failureForPrograms(
  failure: Failure,
  options: { readonly exitCode: number; readonly isTerminal: boolean },
): string {
  const json = JSON.stringify({ error: failureMembers(failure, options.exitCode) });
  return `${options.isTerminal ? escapeForTerminalJson(json) : json}\n`;
}

/** The members of a failure for a program; those that are undefined are left out of its JSON. */
export function failureMembers({ facts }: Failure, exitCode: number): JsonObject {
  const { code, title, status, requestId, retryAfterSeconds, extra, next = [] } = facts;
  const lookUp = next.find((step) => step.step === 'look_up_action');
  return {
    ...extra,
    code,
    title,
    detail: detailOf(facts),
    advice: adviceOf(facts),
    status,
    request_id: requestId,
    retry_after_seconds: retryAfterSeconds,
    idempotency_key: lookUp?.idempotencyKey,
    exit_code: exitCode,
  };
}

function paragraph(text: string | undefined): readonly string[] {
  if (text === undefined || text === '') return [];
  return sanitiseText(text)
    .split('\n')
    .map((line) => `  ${line}`.trimEnd());
}
