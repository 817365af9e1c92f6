import { syncRequest } from '../../support/sync-reports.ts';
import type { HistoryReady } from './process.ts';

/** One call of the benchmark, with how many times as long it may take over a thousand times the rows. */
export interface HistoryCall {
  readonly name: string;
  readonly limit: number;
  readonly path: string;
  readonly body: object;
  /** With the token of a machine, not with a key. */
  readonly asMachine?: boolean;
}

type Input = Readonly<Record<string, unknown>>;

const POINT = 2;
const FILTER = 5;
const STATISTICS = 20;
const VIEWS = ['all', 'needs_input', 'in_progress', 'done', 'failed'] as const;
const SORTS = ['activity', 'oldest', 'progress', 'created'] as const;

/** Every operation that reads, with each of its filters, and the two that a fleet lives by. */
export function historyCalls(ready: HistoryReady): readonly HistoryCall[] {
  return [
    ...pointReads(ready).map(([tool, input]) => toolCall(tool, input, POINT)),
    syncCall(),
    // It has the day's figures, which are of a thousand times as many rows.
    toolCall('describe_cloud', {}, FILTER),
    ...filters(ready).flatMap(([tool, inputs]) =>
      inputs.map((input) => toolCall(tool, input, FILTER)),
    ),
    ...[1, 14, 90].map((days) => toolCall('get_stats', { days }, STATISTICS)),
  ];
}

function pointReads(ready: HistoryReady): readonly (readonly [string, Input])[] {
  const { machine, job, command, delivery } = ready;
  return [
    ['list_machines', {}],
    ['get_machine', { machine }],
    ['list_skills', {}],
    ['list_skills', { machine }],
    ['get_job', { job }],
    ['get_job', { job: ready.machineJob }],
    ['get_command', { command }],
    ['get_delivery', { delivery }],
    ['get_delivery', { delivery: ready.machineDelivery }],
    ['get_delivery', { delivery, include_body: true }],
    ['list_hosted_urls', {}],
    ['list_hosted_urls', { machine }],
    ['get_settings', {}],
    ['get_billing', {}],
    ['list_members', {}],
    ['list_channels', {}],
    ['list_issues', {}],
    ['list_jobs', {}],
    ['list_inbox', {}],
    ['list_commands', {}],
    ['list_deliveries', {}],
    ['list_alerts', {}],
    ['list_audit_log', {}],
    ['run_skill', { machine: 'build-1', skill: 'skill-0', payload: { ref: 'main' } }],
  ];
}

/** Each filter that the specification names, with common, rare and unknown values. */
function filters({ machine }: HistoryReady): readonly (readonly [string, readonly Input[]])[] {
  const skills = ['skill-3', 'rare', 'retired', 'unknown'].map((skill) => ({ skill }));
  return [
    ['list_inbox', VIEWS.flatMap((view) => SORTS.map((sort) => ({ view, sort })))],
    ['list_inbox', SORTS.flatMap((sort) => skills.map((one) => ({ view: 'all', sort, ...one })))],
    ['list_inbox', SORTS.map((sort) => ({ view: 'all', sort, machine }))],
    ['list_inbox', VIEWS.map((view) => ({ view, machine }))],
    ['list_inbox', VIEWS.map((view) => ({ view, skill: 'skill-3' }))],
    ['list_jobs', [{ machine }, ...skills, { waiting: true }]],
    ['list_jobs', valuesOf('status', ['queued', 'waiting', 'succeeded', 'timed_out', 'no-status'])],
    ['list_jobs', valuesOf('outcome', ['done', 'not_done', 'needs_human', 'no-outcome'])],
    [
      'list_jobs',
      [
        { machine, skill: 'rare' },
        { machine, status: 'timed_out' },
      ],
    ],
    ['list_commands', [{ machine }]],
    ['list_commands', valuesOf('type', ['job.run', 'update.install', 'no-type'])],
    ['list_commands', valuesOf('status', ['pending', 'succeeded', 'failed', 'cancelled'])],
    [
      'list_commands',
      [
        { machine, status: 'cancelled' },
        { machine, type: 'update.install' },
      ],
    ],
    ['list_deliveries', [{ machine }, ...skills]],
    ['list_deliveries', valuesOf('outcome', ['accepted', 'duplicate', 'no-outcome'])],
    ['list_deliveries', valuesOf('via', ['http', 'ingress'])],
    ['list_deliveries', [{ delivery_id: 's-7' }, { job: 'm-7' }, { delivery_id: 'none' }]],
    ['list_deliveries', daysAgo([1, 200]).flatMap((day) => [{ since: day }, { until: day }])],
    ['list_deliveries', valuesOf('q', ['s-77', 'zzzqqq'])],
    ['list_alerts', valuesOf('state', ['open', 'resolved'])],
    ['list_alerts', alertTypes().flatMap((type) => [{ type }, { type, state: 'resolved' }])],
    ['list_alerts', [{ machine }, { machine, state: 'resolved' }]],
    ['list_issues', valuesOf('status', ['open', 'closed'])],
    ['list_audit_log', valuesOf('action', ['command.job.run', 'machine.rename', 'no.action'])],
    ['list_audit_log', valuesOf('action', ['command.', 'machine.', 'hosted_url.', 'none.'])],
  ];
}

function toolCall(tool: string, input: Input, limit: number): HistoryCall {
  const given = Object.entries(input).map(([name, value]) =>
    name === 'payload' ? name : `${name}=${value}`,
  );
  return {
    name: `${tool} ${given.join(' ')}`,
    limit,
    path: `/api/v1/tools/${tool}`,
    body: input,
  };
}

function syncCall(): HistoryCall {
  const body = syncRequest(Date.now());
  return { name: 'sync', limit: POINT, path: '/machine/v1/sync', body, asMachine: true };
}

function valuesOf(name: string, values: readonly string[]): readonly Input[] {
  return values.map((value) => ({ [name]: value }));
}

function alertTypes(): readonly string[] {
  return ['needs_human', 'machine_offline', 'job_failed', 'health_failing'];
}

function daysAgo(days: readonly number[]): readonly string[] {
  return days.map((count) => new Date(Date.now() - count * 86_400_000).toISOString());
}
