import type { QueuedCommand, SyncRequest, SyncResponse } from '../../../src/contract/sync.ts';
import type { ScriptedReply } from '../../support/scripted-machine.ts';
import {
  deliveryReport,
  machineReport,
  runReport,
  skillReport,
  syncRequest,
} from '../../support/sync-reports.ts';
import { HOSTILE_TEXTS } from './hostile-values.ts';
import type { World } from './world.ts';

const MACHINES = 3;
const SEALING_KEY = '1MDWMTZbszuwOoj6swH0O5KEVVjulydlbRS00G1jlnw';
const ERROR_CODES = ['internal', 'unknown_job', 'not_waiting', 'denied_by_machine', 'made_up'];
const ENDS = [
  { status: 'running', outcome: null },
  { status: 'waiting', outcome: null },
  { status: 'succeeded', outcome: 'done' },
  { status: 'failed', outcome: 'not_done' },
  { status: 'succeeded', outcome: 'needs_human' },
] as const;

/** The machines of a world: they do the same in every world, after the same requests. */
export interface Machines {
  /** Every machine syncs and does some of what it was asked; webhooks arrive. */
  live(): Promise<void>;
}

/** Machines that answer in turns with results, errors, nonsense and nothing. */
export function createMachines(world: World): Machines {
  const tokens: string[] = [];
  let paired = 0;
  let turn = 0;

  async function sync(token: string, additions: Partial<SyncRequest>) {
    const { status, text } = await world.send({
      method: 'POST',
      path: '/machine/v1/sync',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ ...syncRequest(Date.UTC(2026, 9, 1, 12)), ...additions }),
    });
    if (status >= 500) throw new Error(`sync: ${status} ${text}`);
    return status === 200 ? (JSON.parse(text) as SyncResponse) : undefined;
  }

  async function liveOne(place: number): Promise<void> {
    turn += 1;
    const known = tokens[place];
    const report = reportOf(place, turn);
    const first = known === undefined ? undefined : await sync(known, { report });
    if (first === undefined) {
      paired += 1;
      tokens[place] = await world.pair(`machine-${paired}`);
    }
    const token = tokens[place] ?? '';
    const { commands = [], hosted = [] } = first ?? (await sync(token, { report })) ?? {};
    for (const command of commands) {
      turn += 1;
      const { result = null, error = null, jobs = [], hold } = replyTo(command, turn);
      const results = [{ command: command.id, result, error }];
      await sync(token, hold ? { holding: [command.id] } : { results, jobs });
    }
    const delivery = deliveryReport({
      machine_delivery_id: `d-${turn % 50}`,
      outcome: (['accepted', 'rejected', 'skipped', 'duplicate'] as const)[turn % 4] ?? 'accepted',
      body: turn % 3 === 0 ? null : 'e30',
    });
    const collected = hosted.slice(0, 1).map(({ id }) => id);
    await sync(token, { deliveries: [delivery], collected });
  }

  return {
    async live() {
      for (let place = 0; place < MACHINES; place += 1) await liveOne(place);
    },
  };
}

/** Two of them have the same host name; one watches only, now and then. */
function reportOf(place: number, turn: number) {
  return machineReport({
    hostname: place === 0 ? 'alone.local' : 'twin.local',
    policy: { mode: place === 2 && turn % 5 === 0 ? 'observe' : 'control', allow: [], deny: [] },
    checks: [
      {
        name: 'disk',
        state: (['ok', 'warning', 'failing'] as const)[turn % 3] ?? 'ok',
        message:
          HOSTILE_TEXTS[turn % HOSTILE_TEXTS.length]?.replaceAll('\0', '').toWellFormed() ?? '',
        fix: null,
      },
    ],
    skills: [skillReport(), skillReport({ name: 'open-door', auth: 'none', runner: 'agent_a' })],
    broken_skills: [{ name: 'broken', error: '<b>line 3</b>' }],
    sealing_key: SEALING_KEY,
  });
}

function replyTo({ type, args, id }: QueuedCommand, turn: number): ScriptedReply {
  if (turn % 7 === 0) return { hold: true };
  if (turn % 7 === 1) {
    const code = ERROR_CODES[turn % ERROR_CODES.length] ?? 'internal';
    return { error: { code, message: `it did not work <${turn}>` } };
  }
  if (turn % 7 === 2) return { result: [null, 'nonsense', 7, { state: 4 }, []][turn % 5] };
  const job = typeof args['job'] === 'string' ? args['job'] : undefined;
  switch (type) {
    case 'job.run':
    case 'job.replay':
    case 'skill.test': {
      const end = ENDS[turn % ENDS.length] ?? ENDS[0];
      const report = runReport(job ?? id, { ...end, question: questionOf(turn) });
      return { result: { machine_job_id: report.machine_job_id }, jobs: [report] };
    }
    case 'job.answer':
      return {
        result: { machine_job_id: args['machine_job_id'], delivered: true, resumed: false },
      };
    case 'job.cancel':
      return { result: { machine_job_id: args['machine_job_id'], cancelled: turn % 2 === 0 } };
    case 'job.artifact':
      return {
        result: { artifact: args['artifact'], content: 'text', bytes: 4, truncated: false },
      };
    case 'skill.get':
      return { result: { skill: args['skill'], content: '---\n', summary: { name: 'x' } } };
    case 'secret.generate':
      return { result: { state: 'exists' } };
    default:
      return { result: { ok: true, turn } };
  }
}

function questionOf(turn: number) {
  if (turn % 2 === 0) return null;
  const choices = { options: ['yes', 'no'], recommended: 'yes', multiple: turn % 3 === 0 };
  return { text: 'Shall I?', context: null, choices };
}
