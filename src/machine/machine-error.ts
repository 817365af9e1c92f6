import { messageOf } from '../base/errors.ts';
import type { CommandError } from '../contract/record/command.ts';

/** Error codes of a command that the machine could not execute. */
type MachineErrorCode =
  | 'denied_by_machine'
  | 'unknown_command'
  | 'invalid_args'
  | 'invalid_config'
  | 'invalid_skill'
  | 'linked_skill'
  | 'unknown_skill'
  | 'unknown_schedule'
  | 'unknown_job'
  | 'unknown_artifact'
  | 'unknown_delivery'
  | 'no_body'
  | 'not_waiting'
  | 'job_ended'
  | 'runner_not_ready'
  | 'machine_restarted'
  | 'expired'
  | 'internal';

/** The error of a command; its code and message are sent to the server. */
export class MachineError extends Error {
  readonly code: MachineErrorCode;

  constructor(code: MachineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MachineError';
    this.code = code;
  }
}

/** An error as it is sent to the server; an unexpected one with its message, never its stack. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof MachineError) return { code: error.code, message: error.message };
  return { code: 'internal', message: messageOf(error) };
}
