import { machine, machineFilter, wait } from './inputs.ts';
import type { OperationRow } from './operation-row.ts';

/** Operations on machines, alerts and commands, and the numbers of all. */
export const MACHINE_OPERATIONS = {
  describe_cloud: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Organisation, key, machines, what needs a person now, the numbers of the day, next_steps.',
    input: {},
  },
  get_stats: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Jobs, cost, tokens, durations and deliveries per day, totals, and figures per skill.',
    input: { days: { type: 'integer', min: 1, max: 90, default: 14 } },
  },
  list_alerts: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Alerts newest first, open ones unless told otherwise.',
    input: {
      state: { type: 'string', values: ['open', 'resolved'], default: 'open' },
      type: {
        type: 'string',
        values: ['needs_human', 'machine_offline', 'job_failed', 'health_failing'],
      },
      machine: machineFilter,
      limit: { type: 'integer', min: 1, max: 100, default: 50 },
      before: { type: 'string', max: 200 },
    },
  },
  dismiss_alert: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Resolves an open alert.',
    input: { alert: { type: 'string', required: true, min: 1, max: 64 } },
  },
  list_machines: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Every paired machine that is not disconnected.',
    input: {},
  },
  get_machine: {
    scope: 'fleet:read',
    class: 'read',
    text: 'One machine in full, with failing checks and skills.',
    input: { machine },
  },
  rename_machine: {
    scope: 'fleet:admin',
    class: 'write',
    text: 'Changes the displayed name of a machine.',
    input: { machine, name: { type: 'string', required: true, min: 1, max: 100 } },
  },
  disconnect_machine: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Ends the pairing of a machine.',
    input: { machine },
  },
  list_commands: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Commands newest first: type, status, who asked, ids concerned, error.',
    input: {
      machine: { type: 'string', ours: true },
      status: { type: 'string', ours: true },
      type: { type: 'string', ours: true },
      before: { type: 'string', ours: true },
      limit: { type: 'integer', min: 1, max: 100, default: 20, ours: true },
    },
  },
  send_command: {
    scope: 'fleet:read',
    class: 'destructive',
    text: 'Sends a protocol command; the scope the command needs applies, and the machine decides too.',
    input: {
      machine,
      type: { type: 'string', required: true, min: 1, max: 64 },
      args: { type: 'object' },
      wait_seconds: wait(60, 0),
    },
  },
  get_command: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Status and result of a command, readable with the role that may send it.',
    input: { command: { type: 'string', required: true }, wait_seconds: wait(30, 0) },
  },
} as const satisfies Readonly<Record<string, OperationRow>>;
