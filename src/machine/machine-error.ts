import type { CommandError } from '../contract/record/command.ts';

/** Codes with which the machine answers a command it could not carry out. */
export type MachineErrorCode =
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
  | 'internal';

/** The one error the machine throws on purpose; code and message reach whoever sent the command. */
export class MachineError extends Error {
  readonly code: MachineErrorCode;

  constructor(code: MachineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MachineProblem';
    this.code = code;
  }
}

/** What an error looks like to the cloud; an unforeseen one keeps its message, never its stack. */
export function toCommandError(error: unknown): CommandError {
  if (error instanceof MachineError) return { code: error.code, message: error.message };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
