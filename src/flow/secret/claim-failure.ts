import { messageOf } from '../../base/errors.ts';
import { stringifyJson } from '../../base/json/lossless.ts';
import { Failure, type FailureFacts, notTheServiceFailure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import type { SecretEntry } from './journal-entry.ts';

interface ClaimEnd {
  /** As the service named it. */
  readonly state: string | undefined;
  readonly error: unknown;
  /** Whether the machine was seen to be offline while it was waited for. */
  readonly offline: boolean;
  /** Of the response that told it. */
  readonly requestId?: string | undefined;
}

interface FailedClaim {
  readonly failure: Failure;
  /** Whether nobody can get the value of this request any more. */
  readonly isOver: boolean;
}

/** What a claim that ended without a sealed value means, in words and with its exit code. */
export function failedClaim(entry: SecretEntry, end: ClaimEnd): FailedClaim {
  const { error, offline, requestId, state } = end;
  const { machine, name } = entry;
  const over = (kind: Failure['kind'], facts: FailureFacts): FailedClaim =>
    overClaim(kind, entry, { ...facts, ...(requestId !== undefined && { requestId }) });
  switch (state) {
    case 'exists':
      return over('conflict', {
        code: 'exists',
        title: `${machine} has ${name} already`,
        detail: 'The machine kept the secret that it had. It never gives that out again.',
        advice: 'Whatever uses the old secret stops working once it is replaced.',
        next: [{ step: 'replace_secret', machine, name }],
      });
    case 'failed':
      return over('work_failed', {
        code: 'secret_failed',
        title: 'The machine could not make the secret',
        detail: machineError(error),
      });
    case 'expired':
      return over('work_failed', {
        code: 'secret_expired',
        title: 'The request expired',
        detail: offline
          ? `${machine} was offline and did not collect the request in time. No value was handed out.`
          : 'The machine did not respond in time, or its value was not claimed within two minutes.',
        advice: 'Nobody has the value.',
        next: [{ step: 'replace_secret', machine, name }],
      });
    case 'claimed':
      return over('conflict', {
        code: 'claimed',
        title: 'The sealed value is lost',
        detail:
          'The service handed it out, which it does once, and that response was lost on its way here. ' +
          'It was sealed to a key of this request alone, so nobody can read it.',
        advice: `${machine} has a secret that nobody knows.`,
        next: [{ step: 'replace_secret', machine, name }],
      });
    default:
      return { failure: unknownState(entry, end), isOver: false };
  }
}

/** The sealed value came and no disk took it: it is lost, since it is handed out once. */
export function notStored(entry: SecretEntry, cause: unknown, isInterrupted: boolean): Failure {
  const { machine, name } = entry;
  return overClaim(isInterrupted ? 'interrupted' : 'local', entry, {
    code: 'not_stored',
    title: 'The sealed value is lost',
    detail: `It has arrived and could not be stored here, and the service hands it out once: ${messageOf(cause)}`,
    advice: `${machine} has a secret that nobody knows.`,
    next: [{ step: 'replace_secret', machine, name }],
  }).failure;
}

/**
 * A claim ended after a response that may have brought the value and that nobody has read. The entry
 * stays: the next claim tells whether the service has handed the value out.
 */
export function perhapsLost({ facts, kind }: Failure, { id }: SecretEntry): Failure {
  const lost =
    'The value may be lost: the service hands it out once, perhaps in a response that could not be read.';
  const others = facts.next?.filter(({ step }) => step !== 'look_up_action') ?? [];
  return new Failure(kind, {
    ...facts,
    advice: facts.advice === undefined ? lost : `${lost}\n${facts.advice}`,
    next: [...others, { step: 'resume_secret', id, intoFile: false }],
    extra: { ...facts.extra, id },
  });
}

/** Whether the service may have done what was asked, and nobody has read what came of it. */
export function mayHaveRun(error: unknown): boolean {
  if (!(error instanceof Failure)) return false;
  return error.facts.next?.some(({ step }) => step === 'look_up_action') === true;
}

/** What bounds the time to collect a value that is not there yet. */
export function valueWaits({ machine }: Pick<SecretEntry, 'machine'>): string {
  return `Once ${machine} has made the secret, its value waits for two minutes and no longer.`;
}

/** The wait is over and the request is not. */
export function stillPending(entry: SecretEntry, offline: boolean): Failure {
  const { commandId, expiresAtMs, id, machine } = entry;
  return new Failure('pending', {
    code: 'still_pending',
    title: `${machine} has not answered yet`,
    detail: `${offline ? 'It is offline. ' : ''}The request waits until ${new Date(expiresAtMs).toISOString()}. ${valueWaits(entry)}`,
    next: [{ step: 'resume_secret', id, intoFile: false }],
    extra: { id, command_id: commandId },
  });
}

function overClaim(kind: Failure['kind'], entry: SecretEntry, facts: FailureFacts): FailedClaim {
  const { commandId, id, machine, machineId = null, name } = entry;
  const extra = { id, machine, machine_id: machineId, name, command_id: commandId };
  return { failure: new Failure(kind, { ...facts, extra }), isOver: true };
}

const WORDS_LENGTH_MAX = 1_000;

/** What the command's error says; its form is the service's, and so one of another form is shown as it is. */
function machineError(error: unknown): string {
  const parts = [textOf(error, 'code'), textOf(error, 'message')];
  const ofRecord = parts.filter((part) => part !== undefined).join(': ');
  const isSaying = typeof error === 'object' && error !== null && Object.keys(error).length > 0;
  const text = typeof error === 'string' ? error : ofRecord || (isSaying && stringifyJson(error));
  return text ? text.slice(0, WORDS_LENGTH_MAX) : 'It did not say why.';
}

function unknownState({ id }: SecretEntry, { requestId, state }: ClaimEnd): Failure {
  return notTheServiceFailure({
    detail: `The claim is in the state ${stringifyJson(state?.slice(0, WORDS_LENGTH_MAX) ?? null)}, which is none.`,
    advice: 'The entry is kept; the value may be lost, since the service hands it out once.',
    ...(requestId !== undefined && { requestId }),
    next: [{ step: 'resume_secret', id, intoFile: false }],
    extra: { id },
  });
}
