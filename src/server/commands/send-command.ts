import { PROTOCOL_COMMANDS, type ProtocolCommand } from '../../contract/command-type.ts';
import { scopeAllows } from '../../contract/scope.ts';
import type { AuditDetails } from '../audit/audit-details.ts';
import { type Call, defineOperation } from '../catalogue/operation.ts';
import { parseInput } from '../catalogue/parse-input.ts';
import { resolveMachine } from '../machines/resolve-machine.ts';
import { Refusal } from '../refusal.ts';
import { awaitCommand } from './await-command.ts';
import { commandSchema, pendingCommandSchema, toCommandDetail } from './command-record.ts';
import { pendingCommandResponse, throwMachineRefusal } from './command-response.ts';
import { isFinished } from './command-state.ts';
import { PROTOCOL_ARGS } from './protocol-args.ts';
import { queueCommand } from './queue-command.ts';
import { sendCommandInput, sendCommandVariants } from './send-command-input.ts';

export const sendCommand = defineOperation({
  name: 'send_command',
  description: `Sends a protocol command to a machine and waits for its answer. Logs, configuration, \
restarts and updates need fleet:admin; the machine's own policy decides too. Types: \
${Object.keys(PROTOCOL_COMMANDS).join(', ')}.`,
  scope: 'fleet:read',
  class: 'destructive',
  input: sendCommandInput,
  variants: sendCommandVariants,
  rest: { method: 'POST', path: '/machines/{machine}/commands' },
  responses: { 200: commandSchema, 202: pendingCommandSchema },
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
    const about = { audit: `command.${type}`, ...detailsOf(type, args) };
    const queued = await queueCommand(call, { machine, type, args, ...about });
    const command = await awaitCommand(call, queued, input.wait_seconds);
    if (!isFinished(command.status)) return pendingCommandResponse(command);
    throwMachineRefusal(command);
    return { body: toCommandDetail(command) };
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

/** What the audit log says of the arguments: which settings and which schedule, no values. */
function detailsOf(type: ProtocolCommand, args: Readonly<Record<string, unknown>>): AuditDetails {
  if (type === 'schedule.run') return { subject: { kind: 'schedule', name: String(args['name']) } };
  if (type !== 'config.patch') return {};
  const { set = {}, unset = [] } = args as { set?: object; unset?: readonly string[] };
  return { changed: [...Object.keys(set), ...unset].map((name) => ({ name })) };
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
