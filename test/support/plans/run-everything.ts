import { createKeyPair } from '../../../src/sealing/key-pair.ts';
import { addChannel } from '../../../src/server/admin/channels.ts';
import { nextDueNotification } from '../../../src/server/channels/notification-queries.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { OPERATIONS } from '../../../src/server/operations.ts';
import { sweep } from '../../../src/server/sweep.ts';
import { historyCalls } from '../../bench/history/calls.ts';
import { historyStatements } from '../../bench/history/seed.ts';
import { startHostedUrlServer } from '../hosted-url-server.ts';
import { deliveryReport, jobReport } from '../sync-reports.ts';

const ROWS = 3000;
const OTHER_ROWS = 1000;

/** Runs statements of ours on the database behind a server. */
export type RunSql = (statements: readonly string[]) => Promise<void>;

/**
 * Runs every operation with every filter, what machines and senders do, and the timers' work, in a
 * server whose organisation has a history. Gives the operations that were not run.
 */
export async function runEverything(
  runSql: (folder: string) => RunSql,
): Promise<readonly string[]> {
  // With a setting of its own, so that the other server on PostgreSQL is in this process as well.
  const hosted = await startHostedUrlServer({ syncIntervalSeconds: 10 });
  const { server, machine } = hosted;
  const url = await hosted.enable();
  const { store, clock } = server.service;
  const machines = await store.read((db) => db.selectFrom('machines').selectAll().execute());
  const [{ organisation = 0, id = 0 } = {}] = machines;
  await runSql(server.dataFolder)(historiesOf(organisation, id, clock.now()));
  await server.pair('spare');
  const actor = { kind: 'system', name: 'tests' } as const;
  const channel = await addChannel(
    { store, actor },
    {
      kind: 'email',
      address: 'ops@example.com',
      alertTypes: [],
    },
  );
  const job = await store.read((db) =>
    db
      .selectFrom('jobs')
      .select(['id', 'machine_job_id'])
      .where('organisation', '=', organisation)
      .where('machine_job_id', '=', 'm-2900')
      .executeTakeFirstOrThrow(),
  );
  const ids = {
    machine: formatId('mac', id),
    job: formatId('job', job.id),
    machineJob: job.machine_job_id ?? '',
    command: formatId('cmd', job.id + 1),
    delivery: formatId('del', job.id + 2),
    machineDelivery: 'd-7',
  };
  const called = new Set<string>();
  const call = async (tool: string, input: object) => {
    called.add(tool);
    const { status, text } = await server.tool(tool, input);
    if (status >= 500) throw new Error(`${tool}: ${status} ${text}`);
  };
  for (const { asMachine, name, body } of historyCalls({
    ...ids,
    baseUrl: '',
    keys: [],
    token: '',
  })) {
    if (asMachine !== true) await call(name.split(' ')[0] ?? '', body);
  }
  await runMachine(url, machine);
  const recipient_key = Buffer.from(createKeyPair().publicKey).toString('base64url');
  const asked = await server.call('/api/v1/machines/build-01/secrets', {
    body: { name: 'DEPLOY_SECRET', recipient_key },
  });
  await server.call(`/api/v1/commands/${asked.body.command_id}/claim`, { method: 'POST' });
  machine.start();
  for (const [tool, input] of actions(ids, channel.id)) await call(tool, input);
  await sweep(server.service);
  await store.read((db) => nextDueNotification(db, clock.now(), [1]));
  return OPERATIONS.map(({ name }) => name).filter((name) => !called.has(name));
}

/** Others have a history as well, without which the organisation would tell no rows apart. */
function historiesOf(organisation: number, machine: number, untilMs: number): readonly string[] {
  const machines = Array.from({ length: 20 }, (_, place) => machine + place);
  return [0, 1, 2, 3].flatMap((other) =>
    historyStatements({
      organisation: organisation + other,
      machines,
      rows: other === 0 ? ROWS : OTHER_ROWS,
      untilMs: untilMs - other,
    }),
  );
}

/** A sender, and a machine that reports jobs, deliveries and results, and collects. */
async function runMachine(
  url: string,
  machine: Awaited<ReturnType<typeof startHostedUrlServer>>['machine'],
): Promise<void> {
  await fetch(url, { method: 'POST', body: '{}' });
  const { hosted = [], commands } = await machine.sync();
  await machine.sync({
    collected: hosted.map(({ id }) => id),
    results: commands.map(({ id }) => ({ command: id, result: {}, error: null })),
    jobs: [jobReport({ machine_job_id: 'm-1' }), jobReport({ machine_job_id: 'new' })],
    deliveries: [
      deliveryReport({ machine_job_id: 'new' }),
      deliveryReport({ machine_delivery_id: 'no', outcome: 'rejected', body: 'e30' }),
    ],
  });
  await machine.sync({ deliveries: [deliveryReport({ machine_delivery_id: 'no' })] });
}

type Ids = Readonly<Record<'machine' | 'job' | 'delivery' | 'command', string>>;

function actions({ machine, job, delivery }: Ids, channel: string) {
  const skill = { machine, skill: 'deploy-check', wait_seconds: 0 };
  const file = '---\nname: deploy-check\ndescription: x\n---\nDo it.\n';
  return [
    ['send_command', { machine, type: 'ping', wait_seconds: 0 }],
    ['get_skill', skill],
    ['save_skill', { ...skill, content: file }],
    ['test_skill', { machine, skill_md: file, wait_seconds: 0 }],
    ['answer_job', { job, answer: 'yes', wait_seconds: 0 }],
    ['cancel_job', { job }],
    ['replay_job', { job }],
    ['watch_job', { job }],
    ['get_job_artifact', { job, artifact: 'stdout' }],
    ['replay_delivery', { delivery, wait_seconds: 0 }],
    ['dismiss_alert', { alert: 'alt_00000000000' }],
    ['get_hosted_url', { machine, skill: 'deploy-check' }],
    ['enable_hosted_url', { machine, skill: 'deploy-check' }],
    ['disable_hosted_url', { machine, skill: 'deploy-check' }],
    ['get_settings', {}],
    ['update_settings', { store_payloads: true }],
    ['get_pricing', {}],
    ['list_channels', {}],
    ['test_channel', { channel }],
    ['report_issue', { title: 'x', body: 'x' }],
    ['list_issues', { status: 'open' }],
    ['get_issue', { issue: '1' }],
    ['rename_machine', { machine, name: 'build-01' }],
    ['delete_skill', { machine, skill: 'deploy-check' }],
    ['disconnect_machine', { machine: 'spare' }],
  ] as const;
}
