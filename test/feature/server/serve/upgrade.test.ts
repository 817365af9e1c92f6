import { expect, test } from 'vitest';
import { startOnFirst } from '../../../support/first-version/start-on-first.ts';
import { proves } from '../../../support/proves.ts';

proves('UPGRADE-first-version');

const SIZES = [
  ['list_machines', 'machines', 2],
  ['list_alerts', 'alerts', 3],
  ['list_commands', 'commands', 6],
  ['list_issues', 'issues', 1],
  ['list_members', 'members', 1],
  ['list_channels', 'channels', 1],
  ['list_hosted_urls', 'hosted_urls', 2],
  ['list_audit_log', 'entries', 18],
  ['list_inbox', 'jobs', 3],
] as const;

test('a database of the first version answers with all that it had', async () => {
  const { first, server, tool } = await startOnFirst();
  expect(server.keys).toBeUndefined();
  const idsIn = async (name: string, list: string, input = {}): Promise<string[]> =>
    (await tool(name, input)).body[list].map(({ id }: { id: string }) => id);
  expect(await idsIn('list_jobs', 'jobs')).toEqual(first.jobs);
  for (const [name, list, size] of SIZES) {
    expect({ name, size: (await idsIn(name, list)).length }).toEqual({ name, size });
  }
  const [rejected, accepted] = first.deliveries;
  const found = await idsIn('list_deliveries', 'deliveries', { q: 'hook-del' });
  expect(found).toEqual([rejected, accepted]);
  const held = await idsIn('list_deliveries', 'deliveries', { outcome: 'held' });
  expect(held).toEqual([first.heldDelivery]);
  const delivery = await tool('get_delivery', { delivery: accepted, include_body: true });
  expect(delivery.body).toMatchObject({ outcome: 'accepted', job: first.jobs[1] });
  const { jobs } = (await tool('get_stats')).body.totals;
  expect(jobs).toEqual({ succeeded: 1, failed: 1, needs_human: 3 });
});

test('what the first version held and queued for a machine is there, and new ids are greater', async () => {
  const { first, server, tool } = await startOnFirst();
  const posted = await fetch(server.baseUrl + first.hostedPath, { method: 'POST', body: '{}' });
  expect(posted.status).toBe(202);
  const { body } = await tool('list_hosted_urls', { machine: 'away-02' });
  expect(body.hosted_urls).toMatchObject([{ received: 2, waiting: 2 }]);
  const queued = await tool('list_commands', { machine: 'away-02' });
  expect(queued.body.commands).toMatchObject([{ status: 'pending', job: first.jobs[0] }]);
  const run = await tool('run_skill', { machine: 'away-02', skill: 'deploy-check' });
  expect(run.status).toBe(202);
  expect([run.body.job, first.jobs[0]].sort()).toEqual([first.jobs[0], run.body.job]);
});
