import type { Members, ScopeName } from './entry.ts';

/** One row of the specification's operation table, with the input it describes. */
export interface OperationRow {
  readonly scope: ScopeName;
  readonly class: 'read' | 'write' | 'destructive';
  readonly text: string;
  readonly input: Members;
}

const machine = { type: 'string', required: true, min: 1, max: 200 } as const;
const machineFilter = { type: 'string', min: 1, max: 200 } as const;
const skill = { type: 'string', required: true, min: 1, max: 64 } as const;
const job = { type: 'string', required: true } as const;
const before = { type: 'string' } as const;
const skillFile = { type: 'string', required: true, min: 1, max: 524288 } as const;
const runners = { type: 'string', values: ['agent_a', 'agent_b', 'shell'] } as const;
const pageOf20 = { type: 'integer', min: 1, max: 100, default: 20 } as const;

const wait = <Max extends number, Default extends number>(max: Max, byDefault: Default) =>
  ({ type: 'integer', min: 0, max, default: byDefault }) as const;

/** Operations on machines, skills, jobs and deliveries. */
export const FLEET_OPERATIONS = {
  describe_cloud: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Organisation, key, machines, what needs a person now, the numbers of the day, next_steps.',
    input: {},
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
  list_skills: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Skills of every machine, or of one.',
    input: { machine: machineFilter },
  },
  get_skill: {
    scope: 'fleet:run',
    class: 'read',
    text: 'Summary and SKILL.md from an online machine; pending while still on its way.',
    input: { machine, skill, wait_seconds: wait(60, 20) },
  },
  run_skill: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Runs a skill as if a webhook arrived: no signature check, no filters.',
    input: {
      machine,
      skill,
      payload: { type: 'any' },
      headers: { type: 'map of strings' },
      runner: runners,
      model: { type: 'string', max: 200 },
      effort: { type: 'string', max: 50 },
      wait_seconds: wait(240, 0),
    },
  },
  list_inbox: {
    scope: 'fleet:read',
    class: 'read',
    text: 'The inbox with counts and next_offset; without a view needs_input if anyone waits, else all.',
    input: {
      view: { type: 'string', values: ['all', 'needs_input', 'in_progress', 'done', 'failed'] },
      sort: { type: 'string', values: ['activity', 'oldest', 'progress', 'created'] },
      machine: machineFilter,
      skill: { type: 'string', max: 64 },
      limit: { type: 'integer', min: 1, max: 50, default: 20 },
    },
  },
  list_jobs: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Jobs newest first with next_before; waiting: only agents that wait for a person.',
    input: {
      machine: machineFilter,
      skill: { type: 'string' },
      status: { type: 'string' },
      outcome: { type: 'string' },
      waiting: { type: 'boolean' },
      before,
      limit: pageOf20,
    },
  },
  get_job: {
    scope: 'fleet:read',
    class: 'read',
    text: 'A job with timeline, live output, artifacts and the commands sent about it.',
    input: { job },
  },
  answer_job: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Answers a waiting agent; picked options reach it one per line, before the answer.',
    input: {
      job,
      answer: { type: 'string', required: true, min: 1, max: 20000 },
      option: { type: 'string', max: 200 },
      options: { type: 'list of strings', min: 1, max: 20, itemMin: 1, itemMax: 200 },
      resume: { type: 'string', values: ['auto', 'never'], default: 'auto' },
      wait_seconds: wait(60, 15),
    },
  },
  cancel_job: {
    scope: 'fleet:run',
    class: 'destructive',
    text: 'Cancels a queued or running job.',
    input: { job },
  },
  get_job_artifact: {
    scope: 'fleet:run',
    class: 'read',
    text: 'One job file from the machine, scrubbed there; no bodies where the organisation keeps none.',
    input: {
      job,
      artifact: {
        type: 'string',
        required: true,
        values: ['stdout', 'stderr', 'prompt', 'result', 'response', 'payload', 'event'],
      },
      wait_seconds: { type: 'integer', min: 0, max: 60, default: 20, ours: true },
    },
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
  get_stats: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Jobs, cost, tokens, durations and deliveries per day, totals, and figures per skill.',
    input: { days: { type: 'integer', min: 1, max: 90, default: 14 } },
  },
  dismiss_alert: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Resolves an open alert.',
    input: { alert: { type: 'string', required: true, min: 1, max: 64 } },
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
  save_skill: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Writes a SKILL.md after the machine validated it; creates no secret.',
    input: {
      machine,
      skill: { type: 'string', required: true, pattern: '^[a-z0-9][a-z0-9-]{0,63}$' },
      content: skillFile,
      allow_unauthenticated: { type: 'boolean' },
      wait_seconds: wait(60, 20),
    },
  },
  delete_skill: {
    scope: 'fleet:admin',
    class: 'destructive',
    text: 'Moves a skill aside on its machine.',
    input: { machine, skill },
  },
  test_skill: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Runs a SKILL.md once without installing it, trigger test.',
    input: {
      machine,
      skill_md: skillFile,
      payload: { type: 'any' },
      runner: runners,
      wait_seconds: wait(240, 0),
    },
  },
  replay_job: {
    scope: 'fleet:run',
    class: 'write',
    text: 'A new job with the same payload through the skill as it is now, trigger replay.',
    input: { job },
  },
  watch_job: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Streams a running job so that get_job shows its output.',
    input: {
      job,
      stream: { type: 'string', values: ['stdout', 'stderr'], ours: true },
      ttl_seconds: { type: 'integer', min: 60, max: 3600, default: 900, ours: true },
    },
  },
  list_deliveries: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Deliveries newest first, rejected, skipped and duplicate ones included.',
    input: {
      machine: machineFilter,
      skill: { type: 'string' },
      outcome: { type: 'string' },
      via: { type: 'string', values: ['http', 'ingress'] },
      q: { type: 'string', max: 200 },
      since: { type: 'string', moment: true },
      until: { type: 'string', moment: true },
      delivery_id: { type: 'string' },
      job: { type: 'string' },
      before,
      limit: pageOf20,
    },
  },
  get_delivery: {
    scope: 'fleet:read',
    class: 'read',
    text: 'One delivery with redacted headers, and the stored body when asked and kept.',
    input: { delivery: { type: 'string', required: true }, include_body: { type: 'boolean' } },
  },
  replay_delivery: {
    scope: 'fleet:run',
    class: 'write',
    text: 'Replays a delivery, or runs its stored body on another machine or skill.',
    input: {
      delivery: { type: 'string', required: true },
      force: { type: 'boolean' },
      skip_filters: { type: 'boolean' },
      machine: machineFilter,
      skill: { type: 'string', min: 1, max: 64 },
      wait_seconds: wait(60, 15),
    },
  },
} as const satisfies Readonly<Record<string, OperationRow>>;
