import { z } from 'zod';
import { COMMAND_TYPES, isCommandType } from '../../contract/command-type.ts';
import { WAITS } from '../../contract/limits.ts';
import { type Scope, scopeAllows } from '../../contract/scope.ts';
import { anyText, waitSeconds } from '../catalogue/input-fields.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { keepsBodies } from '../organisation/keeps-bodies.ts';
import { Refusal } from '../refusal.ts';
import { awaitCommand } from './await-command.ts';
import { commandSchema, pendingCommandSchema, toCommandDetail } from './command-record.ts';
import { pendingCommandResponse } from './command-response.ts';
import { isFinished } from './command-state.ts';
import { resolveCommand } from './resolve-command.ts';
import { isBodyRequest, withheldResult } from './withheld-result.ts';

export const getCommand = defineOperation({
  name: 'get_command',
  description:
    'Status and result of a command, readable with the scope that may send it; can wait for its end.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({
    command: anyText("The command's id."),
    wait_seconds: waitSeconds(WAITS.get_command),
  }),
  rest: { method: 'GET', path: '/commands/{command}', query: { wait: 'wait_seconds' } },
  responses: { 200: commandSchema, 202: pendingCommandSchema },
  refusals: ['forbidden', 'unknown_command'],
  async run(call, input) {
    const found = await resolveCommand(call, input.command);
    const needed = scopeToSend(found.type);
    if (!scopeAllows(call.caller.scope, needed)) {
      throw new Refusal(
        'forbidden',
        `A command ${found.type} is readable with the scope ${needed}; this key has ${call.caller.scope}.`,
      );
    }
    const command = await awaitCommand(call, found, input.wait_seconds);
    if (!isFinished(command.status)) return pendingCommandResponse(command);
    const detail = toCommandDetail(command);
    const isBody = command.result !== null && isBodyRequest(command);
    const isWithheld = isBody && !(await keepsBodies(call));
    return { body: isWithheld ? { ...detail, result: withheldResult(command) } : detail };
  },
});

function scopeToSend(type: string): Scope {
  return isCommandType(type) ? COMMAND_TYPES[type].scope : 'fleet:admin';
}
