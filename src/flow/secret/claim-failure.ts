import { Failure, type FailureFacts, notTheServiceFailure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import type { SecretEntry } from './journal-entry.ts';

interface ClaimEnd {
  /** As the service named it. */
  readonly state: string | undefined;
  readonly error: unknown;
  /** Whether the machine was seen to be offline while it was waited for. */
  readonly offline: boolean;
}

interface FailedClaim {
  readonly failure: Failure;
  /** Whether nobody can get the value of this request any more. */
  readonly isOver: boolean;
}

/** What a claim that ended without a sealed value means, in words and with its exit code. */
export function failedClaim(entry: SecretEntry, { error, offline, state }: ClaimEnd): FailedClaim {
  const { machine, name } = entry;
  switch (state) {
    case 'exists':
      return over('conflict', entry, {
        code: 'exists',
        title: `${machine} has ${name} already`,
        detail: 'The machine kept the secret that it had. It never gives that out again.',
        advice: 'Whatever uses the old secret stops working once it is replaced.',
        next: [{ step: 'replace_secret', machine, name }],
      });
    case 'failed':
      return over('work_failed', entry, {
        code: 'secret_failed',
        title: 'The machine could not make the secret',
        detail: machineError(error),
      });
    case 'expired':
      return over('work_failed', entry, {
        code: 'secret_expired',
        title: 'The request expired',
        detail: offline
          ? `${machine} was offline and did not collect the request in time. No value was handed out.`
          : 'The machine did not respond in time, or its value was not claimed within two minutes.',
        advice: 'Nobody has the value.',
        next: [{ step: 'replace_secret', machine, name }],
      });
    case 'claimed':
      return over('conflict', entry, {
        code: 'claimed',
        title: 'The sealed value is lost',
        detail:
          'The service handed it out, which it does once, and that response was lost on its way here. ' +
          'It was sealed to a key of this request alone, so nobody can read it.',
        advice: `${machine} has a secret that nobody knows.`,
        next: [{ step: 'replace_secret', machine, name }],
      });
    default:
      return { failure: unknownState(entry, state), isOver: false };
  }
}

/** The wait is over and the request is not. */
export function stillPending(entry: SecretEntry, offline: boolean): Failure {
  const { expiresAtMs, id, machine } = entry;
  return new Failure('pending', {
    code: 'still_pending',
    title: `${machine} has not answered yet`,
    detail: `${offline ? 'It is offline. ' : ''}The request waits until ${new Date(expiresAtMs).toISOString()}.`,
    next: [{ step: 'resume_secret', id, intoFile: false }],
    extra: { id },
  });
}

function over(kind: Failure['kind'], entry: SecretEntry, facts: FailureFacts): FailedClaim {
  const { commandId, id, machine, name } = entry;
  const extra = { id, machine, name, command_id: commandId };
  return { failure: new Failure(kind, { ...facts, extra }), isOver: true };
}

function machineError(error: unknown): string {
  const parts = [textOf(error, 'code'), textOf(error, 'message')];
  const text = parts.filter((part) => part !== undefined).join(': ');
  return text === '' ? 'It did not say why.' : text;
}

function unknownState({ id }: SecretEntry, state: string | undefined): Failure {
  return notTheServiceFailure({
    detail: `The claim is in the state ${JSON.stringify(state ?? null)}, which is none.`,
    advice: 'The entry is kept.',
    next: [{ step: 'resume_secret', id, intoFile: false }],
    extra: { id },
  });
}
