import { z } from 'zod';
import type { ProblemCode } from '../../contract/problem.ts';
import type { CommandError } from '../../contract/record/command.ts';
import type { OperationResponse } from '../catalogue/operation.ts';
import type { CommandRow } from '../database/schema.ts';
import { Refusal } from '../refusal.ts';
import { toCommandDetail } from './command-record.ts';
import { isFinished } from './command-state.ts';

/** The service's code for a code of a machine; other codes stay the machine's own. */
const CODE_OF_MACHINE_CODE: Readonly<Record<string, ProblemCode>> = {
  denied_by_machine: 'denied_by_machine',
  unknown_skill: 'not_found',
  unknown_artifact: 'not_found',
  unknown_job: 'unknown_job',
  unknown_delivery: 'unknown_delivery',
  no_body: 'no_body',
  not_waiting: 'invalid_request',
  job_ended: 'invalid_request',
  invalid_args: 'invalid_args',
  invalid_skill: 'invalid_request',
  linked_skill: 'invalid_request',
};

/** What an operation may refuse because its machine did. */
export const MACHINE_REFUSALS: readonly ProblemCode[] = [
  ...new Set(Object.values(CODE_OF_MACHINE_CODE)),
].filter((code) => code !== 'invalid_request');

function errorOf(command: CommandRow): CommandError | null {
  return command.error === null ? null : (JSON.parse(command.error) as CommandError);
}

/** Throws `denied_by_machine` or `invalid_args` for a command that its machine refused as that. */
export function throwMachineRefusal(command: CommandRow): void {
  const error = errorOf(command);
  if (error?.code === 'denied_by_machine' || error?.code === 'invalid_args') {
    throw new Refusal(error.code, error.message);
  }
}

/** The response while a command is on its way: it is looked up, never sent again (rule 3). */
export function pendingCommandResponse(command: CommandRow): OperationResponse {
  const detail = toCommandDetail(command);
  return { status: 202, body: { pending: true, command_id: detail.id, ...detail } };
}

/**
 * The response of an operation whose command has no result: pending while it is on its way, a
 * refusal where the machine's code is one of the service, else the failed command itself.
 * Undefined for one that succeeded.
 */
export function responseWithoutResult(command: CommandRow): OperationResponse | undefined {
  if (!isFinished(command.status)) return pendingCommandResponse(command);
  if (command.status === 'succeeded') return undefined;
  const error = errorOf(command);
  const code = Object.hasOwn(CODE_OF_MACHINE_CODE, error?.code ?? '')
    ? CODE_OF_MACHINE_CODE[error?.code ?? '']
    : undefined;
  if (code !== undefined) throw new Refusal(code, error?.message ?? command.status);
  const { id, ...rest } = toCommandDetail(command);
  return { body: { command_id: id, ...rest } };
}

/**
 * The members of a command's result that fit the schemas in `members`. A machine wrote the result, so
 * that any may be missing; one of another type counts as missing.
 */
export function readCommandResult<Members extends z.ZodRawShape>(
  { result }: Pick<CommandRow, 'result'>,
  members: Members,
): Partial<z.output<z.ZodObject<Members>>> {
  const parsed: unknown = result === null ? null : JSON.parse(result);
  if (typeof parsed !== 'object' || parsed === null) return {};
  const lenient = Object.entries(members).map(([name, member]) => [
    name,
    z.optional(member).catch(undefined),
  ]);
  const read = z.object(Object.fromEntries(lenient)).parse(parsed);
  return read as Partial<z.output<z.ZodObject<Members>>>;
}
