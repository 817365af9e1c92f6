import type { Scope } from './scope.ts';

/**
 * How a machine treats a command: `read` is accepted in observe mode, `act` needs control mode
 * (specification, rule 4).
 */
type CommandEffect = 'read' | 'act';

interface CommandType {
  readonly scope: Scope;
  readonly effect: CommandEffect;
}

/** Types that `send_command` accepts (specification, "Protocol command types"). */
export const PROTOCOL_COMMANDS = {
  ping: { scope: 'fleet:read', effect: 'read' },
  'health.get': { scope: 'fleet:read', effect: 'read' },
  'runners.get': { scope: 'fleet:read', effect: 'read' },
  'logs.tail': { scope: 'fleet:admin', effect: 'read' },
  'config.get': { scope: 'fleet:admin', effect: 'read' },
  'config.patch': { scope: 'fleet:admin', effect: 'act' },
  'service.status': { scope: 'fleet:read', effect: 'read' },
  'service.restart': { scope: 'fleet:admin', effect: 'act' },
  'update.check': { scope: 'fleet:read', effect: 'read' },
  'update.install': { scope: 'fleet:admin', effect: 'act' },
  'schedules.list': { scope: 'fleet:read', effect: 'read' },
  'schedule.run': { scope: 'fleet:run', effect: 'act' },
  'stats.get': { scope: 'fleet:read', effect: 'read' },
  'secret.list': { scope: 'fleet:admin', effect: 'read' },
  'expose.status': { scope: 'fleet:read', effect: 'read' },
  'job.list': { scope: 'fleet:read', effect: 'read' },
  'delivery.list': { scope: 'fleet:read', effect: 'read' },
} as const satisfies Record<string, CommandType>;

export type ProtocolCommand = keyof typeof PROTOCOL_COMMANDS;

/** Types that only the service itself queues, on behalf of an operation. */
const SERVICE_COMMANDS = {
  'job.run': { scope: 'fleet:run', effect: 'act' },
  'job.answer': { scope: 'fleet:run', effect: 'act' },
  'job.cancel': { scope: 'fleet:run', effect: 'act' },
  'job.artifact': { scope: 'fleet:run', effect: 'read' },
  'job.replay': { scope: 'fleet:run', effect: 'act' },
  'job.watch': { scope: 'fleet:run', effect: 'read' },
  'delivery.replay': { scope: 'fleet:run', effect: 'act' },
  'skill.get': { scope: 'fleet:run', effect: 'read' },
  'skill.save': { scope: 'fleet:admin', effect: 'act' },
  'skill.delete': { scope: 'fleet:admin', effect: 'act' },
  'skill.test': { scope: 'fleet:run', effect: 'act' },
  'secret.generate': { scope: 'fleet:admin', effect: 'act' },
} as const satisfies Record<string, CommandType>;

type ServiceCommand = keyof typeof SERVICE_COMMANDS;

export type AnyCommand = ProtocolCommand | ServiceCommand;

/** Types whose result is the machine's id of the job that they start. */
export const JOB_STARTING_COMMANDS: readonly string[] = ['job.run', 'job.replay', 'skill.test'];

export const COMMAND_TYPES: Readonly<Record<AnyCommand, CommandType>> = {
  ...PROTOCOL_COMMANDS,
  ...SERVICE_COMMANDS,
};

/** Whether `type` names a command of the protocol; prototype names such as `toString` do not. */
export function isCommandType(type: string): type is AnyCommand {
  return Object.hasOwn(COMMAND_TYPES, type);
}
