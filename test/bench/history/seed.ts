/** Whose history is made, and how much of it. */
export interface History {
  readonly organisation: number;
  /** Row ids of the machines that it is spread over. */
  readonly machines: readonly number[];
  /** How many jobs, commands, deliveries and audit entries each. */
  readonly rows: number;
  /** When it ends; it begins a year before. */
  readonly untilMs: number;
}

const YEAR_MS = 365 * 24 * 60 * 60 * 1000;
/** Jobs that have not ended, the newest ones. */
const OPEN_JOBS = 60;
export const SKILLS = 25;

/** A job's report of the size that agents write, valid for every row. */
const REPORT = JSON.stringify({
  machine_job_id: 'm',
  job: null,
  skill: 'skill-0',
  runner: 'shell',
  model: null,
  title: 'Check the deployment',
  trigger: 'webhook',
  status: 'succeeded',
  outcome: 'done',
  failure: null,
  headline: 'All checks passed',
  summary: 'word '.repeat(120),
  result: 'line of a result\n'.repeat(20),
  progress: { message: 'checking', percent: 40, step: 'check' },
  links: [],
  question: null,
  answer: null,
  cost_usd: 0.02,
  tokens: { input: 1000, output: 200 },
  timeline: [{ at: '2026-10-01T12:00:00.000Z', kind: 'started', message: 'started' }],
  artifacts: [{ name: 'stdout', bytes: 1200 }],
  started_at: '2026-10-01T12:00:00.000Z',
  ended_at: '2026-10-01T12:00:42.000Z',
  updated_at: '2026-10-01T12:00:42.000Z',
});

/** The statements that insert a year of history, for either engine; ids are times × 2048. */
export function historyStatements(history: History): readonly string[] {
  const { organisation, machines, rows, untilMs } = history;
  const stepMs = Math.floor(YEAR_MS / rows);
  const firstMs = untilMs - rows * stepMs;
  const at = `(${firstMs} + i * ${stepMs})`;
  const machine = `case i % ${machines.length} ${machines.map((id, place) => `when ${place} then ${id}`).join(' ')} end`;
  const facts = { rows, at, id: `${at} * 2048`, machine, organisation };
  return [
    jobs(facts),
    commands(facts),
    deliveries(facts),
    bodies(facts),
    audit(facts),
    alerts(facts),
  ];
}

interface Facts {
  readonly rows: number;
  readonly organisation: number;
  /** Expressions over the row's number `i`. */
  readonly at: string;
  readonly id: string;
  readonly machine: string;
}

/** Rows numbered from 0, in a form that both engines read. */
function numbered(rows: number): string {
  return `with recursive n(i) as (
    select cast(0 as bigint) union all select i + 1 from n where i + 1 < ${rows})`;
}

function skillOf(rows: number): string {
  return `case when i < ${rows / 10} and i % 10 = 0 then 'retired' when i = 5 then 'rare'
    else 'skill-' || (i * 7 % ${SKILLS}) end`;
}

function jobs({ rows, organisation, at, id, machine }: Facts): string {
  const band = '(i * 7919 % 1000)';
  const open = `i >= ${rows - OPEN_JOBS}`;
  return `insert into jobs (organisation, id, machine, machine_job_id, skill, runner, model, title,
      "trigger", status, outcome, state, percent, cost_usd, tokens, failure, report, created_at,
      started_at, ended_at, activity_at, counted_at)
    ${numbered(rows)}
    select ${organisation}, ${id}, ${machine}, 'm-' || i, ${skillOf(rows)}, 'shell', null,
      'Check the deployment', 'webhook',
      case when ${open} then case i % 3 when 0 then 'running' when 1 then 'waiting' else 'queued' end
        when ${band} < 60 then 'failed' when ${band} < 80 then 'cancelled'
        when i % 50000 = 11 then 'timed_out' else 'succeeded' end,
      case when ${open} or ${band} < 80 then null when i % 5000 = 117 then 'needs_human'
        when i % 50000 = 12 then 'not_done' else 'done' end,
      case when ${open} then case i % 3 when 1 then 'needs_input' else 'in_progress' end
        when ${band} < 80 or i % 50000 in (11, 12) then 'failed'
        when i % 5000 = 117 then 'needs_input' else 'done' end,
      case when i % 4 = 0 then null else i * 31 % 101 end, 0.02, 1200, null, '${REPORT}', ${at},
      ${at} + 500, case when ${open} then null else ${at} + 500 + i * 7919 % 600000 end,
      ${at} + 600 + i * 7919 % 600000, ${at} + 600 + i * 7919 % 600000
    from n`;
}

function commands({ rows, organisation, at, id, machine }: Facts): string {
  return `insert into commands (organisation, id, machine, type, status, args, asked_kind, asked_id,
      asked_name, job, skill, error, result, created_at, expires_at, delivered_at, finished_at)
    ${numbered(rows)}
    select ${organisation}, ${id} + 1, ${machine},
      case when i % 50000 = 7 then 'update.install' when i % 10 = 1 then 'ping' else 'job.run' end,
      case when i % 20000 = 3 then 'cancelled' when i % 100 = 2 then 'expired'
        when i % 50 = 1 then 'failed' else 'succeeded' end,
      '{"skill":"skill-0","payload":{"ref":"main"}}', 'api_key', 'key_00000000000', 'bench', ${id},
      ${skillOf(rows)}, null, '{"started":true}', ${at}, ${at} + 600000, ${at} + 100, ${at} + 500
    from n`;
}

function deliveries({ rows, organisation, at, id, machine }: Facts): string {
  return `insert into deliveries (organisation, id, machine, machine_delivery_id, sender_delivery_id,
      skill, received_at, outcome, reason, code, http_status, path, address, user_agent, sender,
      headers, via, machine_job_id, job, content_type, body_bytes, search)
    ${numbered(rows)}
    select ${organisation}, ${id} + 2, ${machine}, 'd-' || i, 's-' || i, ${skillOf(rows)}, ${at},
      case when i % 20 = 1 then 'rejected' when i % 30 = 2 then 'skipped'
        when i % 20000 = 3 then 'duplicate' else 'accepted' end,
      null, null, 202, '/hooks/build', '203.0.113.' || (i % 250), 'Hookshot/1', null,
      '{"content-type":"application/json","user-agent":"Hookshot/1"}',
      case when i % 20000 = 19 then 'ingress' else 'http' end, 'm-' || i, ${id},
      'application/json', 2,
      's-' || i || ' d-' || i || ' /hooks/build 203.0.113.' || (i % 250) || ' hookshot/1'
    from n`;
}

/** Bodies are kept for 30 days. */
function bodies({ rows, organisation, at, id }: Facts): string {
  return `insert into delivery_bodies (organisation, id, body, expires_at)
    ${numbered(rows)}
    select ${organisation}, ${id} + 2, 'e30', ${at} + 2592000000 from n
    where i >= ${Math.ceil((rows * 337) / 365)}`;
}

function audit({ rows, organisation, at, id, machine }: Facts): string {
  return `insert into audit (organisation, id, at, action, actor_kind, actor_id, actor_name, machine,
      job, skill, command, request_id)
    ${numbered(rows)}
    select ${organisation}, ${id} + 3, ${at},
      case when i % 50000 = 9 then 'hosted_url.enable' when i % 20000 = 4 then 'machine.rename'
        when i % 10 = 1 then 'command.ping' when i % 10 = 2 then 'job.answer'
        else 'command.job.run' end,
      'api_key', 'key_00000000000', 'bench', ${machine}, ${id}, ${skillOf(rows)}, ${id} + 1, 'r-' || i
    from n`;
}

/** One alert of twenty jobs; all but the newest are resolved. */
function alerts({ rows, organisation, at, id, machine }: Facts): string {
  return `insert into alerts (organisation, id, type, state, condition, holds, machine, job, title,
      opened_at, resolved_at)
    ${numbered(rows)}
    select ${organisation}, ${id} + 4,
      case when i % 20000 = 0 then 'health_failing' when i % 100 = 40 then 'machine_offline'
        when i % 40 = 0 then 'needs_human' else 'job_failed' end,
      case when i >= ${rows - 400} then 'open' else 'resolved' end, 'c-' || i,
      case when i >= ${rows - 400} then 1 else 0 end, ${machine}, ${id}, 'Check the deployment failed',
      ${at}, case when i >= ${rows - 400} then null else ${at} + 60000 end
    from n where i % 20 = 0`;
}
