import type { AdviceStep } from './advice-step.ts';
import type { SettingFault } from './setting-fault.ts';

/**
 * Why a command of ours ends without its result. Each kind has one exit code
 * (`terminal/exit-codes.ts`); nothing anywhere decides by an error's text.
 */
export type FailureKind =
  | 'local'
  | 'usage'
  | 'declined'
  | 'no_key'
  | 'refused'
  /** Nothing of that name here; what the service does not know is `refused`. */
  | 'not_found'
  | 'network'
  | 'not_the_service'
  | 'pending'
  | 'work_failed'
  | 'person_needed'
  | 'conflict'
  /** A program that was to be started; 127 by its code where there is none, else 126. */
  | 'cannot_start'
  | 'interrupted';

export interface FailureFacts {
  /** For programs: the service's code where it refused, else one of our own in snake_case. */
  readonly code: string;
  /** What happened, in a few words. */
  readonly title: string;
  /** Why, with the field, the value and what is allowed. */
  readonly detail?: string;
  /** In place of `detail`, where a setting is wrong that is given by a flag. */
  readonly setting?: SettingFault;
  /** What the person can do now, in words that name no command and no flag. */
  readonly advice?: string;
  /** The same as facts, for what takes a command or a flag. */
  readonly next?: readonly AdviceStep[];
  readonly status?: number;
  readonly requestId?: string;
  readonly retryAfterSeconds?: number;
  /** Of a request without a response: false where surely nothing of it was sent. */
  readonly wasSent?: boolean;
  /** Further members for the JSON form of the error, in snake_case. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/** The one error type that client, flows, flags and commands throw on purpose. */
export class Failure extends Error {
  readonly kind: FailureKind;
  readonly facts: FailureFacts;

  constructor(kind: FailureKind, facts: FailureFacts, options?: ErrorOptions) {
    super(facts.detail ?? facts.title, options);
    this.name = 'Failure';
    this.kind = kind;
    this.facts = facts;
  }
}

/** A usage failure (exit 2) about `title`. */
export function usageFailure(title: string, detail: string, advice?: string | AdviceStep): Failure {
  const help = typeof advice === 'string' ? { advice } : advice && { next: [advice] };
  return new Failure('usage', { code: 'usage', title, detail, ...help });
}

/** A usage failure (exit 2) about a setting; a lower folder does not know how its flag is written. */
export function settingFailure(title: string, setting: SettingFault): Failure {
  return new Failure('usage', { code: 'usage', title, setting });
}

/** The failure of what a person interrupted (exit 130). */
export function interruptedFailure(facts: Partial<FailureFacts> = {}): Failure {
  return new Failure('interrupted', { code: 'interrupted', title: 'Interrupted', ...facts });
}

/** The failure of a response that the service does not send (exit 7), whoever sent it. */
export function notTheServiceFailure(facts: Partial<FailureFacts>): Failure {
  return new Failure('not_the_service', {
    code: 'not_the_service',
    title: 'The response is not from the service',
    ...facts,
  });
}
