import { z } from 'zod';
import { PROTOCOL_COMMANDS, type ProtocolCommand } from '../../contract/command-type.ts';
import { WAITS } from '../../contract/limits.ts';
import { scopeAllows } from '../../contract/scope.ts';
import { awaitCommand } from '../fleet/await-command.ts';
import { isFinished } from '../fleet/command-state.ts';
import { commandDetail } from '../fleet/command-view.ts';
import { queueCommand } from '../fleet/queue-command.ts';
import { resolveMachine } from '../fleet/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { machineName, text, waitSeconds } from './input/field.ts';
import { parseInput } from './input/parse.ts';
import { PROTOCOL_ARGS } from './input/protocol-args.ts';
import { type Call, defineOperation } from './operation.ts';
import { pendingAnswer, refuseAsMachineDid } from './part/command-answer.ts';
import { command as commandRecord, pendingCommand } from './record/command.ts';

export const sendCommand = defineOperation({
  name: 'send_command',
  description: `Sends a protocol command to a machine and waits for its answer. Logs, configuration, \
restarts and updates need fleet:admin; the machine's own policy decides too. Types: \
${Object.keys(PROTOCOL_COMMANDS).join(', ')}.`,
  scope: 'fleet:read',
  class: 'destructive',
  input: z.strictObject({
    machine: machineName(),
    type: text(1, 64, 'The protocol command type, for example ping.').meta({ examples: ['ping'] }),
    args: z.record(z.string(), z.unknown()).describe('The named arguments of the type.').optional(),
    wait_seconds: waitSeconds(WAITS.send_command),
  }),
  rest: { method: 'POST', path: '/machines/{machine}/commands' },
  answers: { 200: commandRecord, 202: pendingCommand },
  refusals: [
    'forbidden',
    'invalid_args',
    'unknown_command',
    'unknown_machine',
    'ambiguous_machine',
    'denied_by_machine',
    'revoked',
  ],
  async run(call, input) {
    const type = protocolType(input.type);
    requireScope(call, type);
    const args = parseInput(PROTOCOL_ARGS[type], input.args ?? {}, {
      code: 'invalid_args',
      nameOf: (argument) => `args.${argument}`,
    });
    const machine = await resolveMachine(call, input.machine);
    const queued = await queueCommand(call, { machine, type, args, audit: `command.${type}` });
    const command = await awaitCommand(call, queued, input.wait_seconds);
    if (!isFinished(command.status)) return pendingAnswer(command);
    refuseAsMachineDid(command);
    return { body: commandDetail(command) };
  },
});

function protocolType(type: string): ProtocolCommand {
  if (Object.hasOwn(PROTOCOL_COMMANDS, type)) return type as ProtocolCommand;
  const allowed = Object.keys(PROTOCOL_COMMANDS).join(', ');
  throw new Refusal(
    'unknown_command',
    `\`type\` is ${JSON.stringify(type)}; allowed is one of ${allowed}.`,
  );
}

/** The command's scope may exceed the operation's (specification, "Authentication"). */
function requireScope({ caller }: Call, type: ProtocolCommand): void {
  const { scope } = PROTOCOL_COMMANDS[type];
  if (scopeAllows(caller.scope, scope)) return;
  throw new Refusal(
    'forbidden',
    `The command ${type} needs the scope ${scope}; this key has ${caller.scope}.`,
  );
}
