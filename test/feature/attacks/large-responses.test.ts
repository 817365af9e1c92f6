import { appendFile, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { seal } from '../../../src/sealing/sealed-box.ts';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const { heldMax, valuesMax } = ATTACKS['ATTACK-many-commands'];
const hosted = ATTACKS['ATTACK-many-hosted'];

function queueMany({ cloud }: TestMachine, count: number, type: string, args = {}) {
  return Array.from({ length: count }, () => cloud.queue(type, args));
}

test('of a flood of commands a machine holds a bounded number, and runs each once', async () => {
  proves('ATTACK-many-commands');
  const machine = await startTestMachine({ config: 'mode: observe\n' });
  const { cloud } = machine;
  await machine.machine.ready;
  const ids = queueMany(machine, 1_000, 'ping');
  await machine.pass(cloud.until(() => (cloud.results.size === 1_000 ? true : undefined)));
  const held = cloud.syncs.map(({ holding, results }) => holding.length + results.length);
  expect(Math.max(...held)).toBeLessThanOrEqual(heldMax);
  expect([...cloud.results.keys()]).toEqual(ids);
  for (const results of cloud.results.values()) expect(results).toHaveLength(1);
});

test('large results wait for the server, and all arrive', async () => {
  proves('ATTACK-many-commands');
  const machine = await startTestMachine({ config: 'mode: observe\n' });
  const { cloud, folder } = machine;
  await machine.machine.ready;
  const line = `${'x'.repeat(999)}\n`;
  await appendFile(join(folder, 'state', 'machine.log'), line.repeat(1_000));
  cloud.losesResults = true;
  const ids = queueMany(machine, 60, 'logs.tail', { lines: 1000 });
  await cloud.until(() => (cloud.syncs.at(-1)?.holding.length === 60 ? true : undefined));
  cloud.losesResults = false;
  await machine.pass(cloud.until(() => (cloud.results.size === 60 ? true : undefined)));
  expect([...cloud.results.keys()].sort()).toEqual(ids.sort());
});

test('a stop drops the commands that have not begun, and the next start runs them, each once', async () => {
  proves('ATTACK-many-commands');
  const skills = { quick: shellSkill('true') };
  const first = await startTestMachine({ skills });
  const { cloud } = first;
  await first.machine.ready;
  const ids = Array.from({ length: 150 }, (_, index) =>
    cloud.queue('job.run', { job: `job_${index}`, skill: 'quick' }),
  );
  await cloud.until(() => (cloud.syncs.at(-1)?.holding.length ?? 0) > 100 || undefined);
  await first.pass(first.machine.stop());
  expect(cloud.results.size).toBeLessThan(ids.length);
  const second = await startTestMachine({ after: first });
  await second.pass(cloud.until(() => (cloud.results.size === ids.length ? true : undefined)));
  for (const id of ids) {
    expect(cloud.results.get(id)).toHaveLength(1);
    expect(cloud.results.get(id)?.[0]?.error).toBe(null);
  }
  const started = [...cloud.jobs.values()].map(({ job }) => job);
  expect(started.sort()).toEqual(ids.map((_, index) => `job_${index}`).sort());
});

test.each([
  ['values', `[${'0,'.repeat(valuesMax)}0]`],
  ['lists', `[${'[],'.repeat(valuesMax / 2)}${'[],'.repeat(valuesMax / 2)}0]`],
  ['levels', `${'['.repeat(600)}${']'.repeat(600)}`],
])(
  'a response with too many %s is not that of a sync, and the machine goes on',
  async (_what, x) => {
    proves('ATTACK-many-commands');
    const machine = await startTestMachine({ config: 'mode: observe\n' });
    const { cloud, log } = machine;
    await machine.machine.ready;
    const command = `{"id":"big","type":"ping","expires_in_seconds":600,"args":{"x":${x}}}`;
    const body = `{"machine":"mac_1","commands":[${command}],"next_sync_seconds":30}`;
    const headers = { 'content-type': 'application/json' };
    cloud.troubles.push({ status: 200, headers, body });
    const pong = await machine.pass(cloud.send('ping'));
    expect(pong.error).toBe(null);
    expect(cloud.results.has('big')).toBe(false);
    expect(log.join('\n')).toContain('the response is not that of a sync');
  },
);

test('a long type of a command is told and logged by its beginning', async () => {
  proves('ATTACK-many-commands');
  const { cloud, file, machine } = await startTestMachine({ config: 'mode: observe\n' });
  await machine.ready;
  const { error } = await cloud.send('x'.repeat(500_000));
  expect(error).toMatchObject({
    code: 'unknown_command',
    message: expect.stringMatching(/x{100}/),
  });
  expect(error?.message.length).toBeLessThan(200);
  expect((await file('state/machine.log')).length).toBeLessThan(5_000);
});

/** A delivery that no sender sent, as it is handed out; not sealed to anybody. */
const unsealed = (id: string, members = {}) => ({
  id,
  skill: 'any',
  received_at: '2026-10-01T12:00:00Z',
  sealed: 'AAAA',
  ...members,
});

test('of a flood of hosted deliveries a machine takes a bounded number, and a stop does not wait for the rest', async () => {
  proves('ATTACK-many-hosted');
  const machine = await startTestMachine({ config: 'mode: observe\n' });
  const { cloud } = machine;
  await machine.machine.ready;
  const count = 3_000;
  cloud.hosted = Array.from({ length: count }, (_, index) => unsealed(`del_${index}`));
  await cloud.send('ping');
  await cloud.until(() => (cloud.collected.length > 0 ? true : undefined));
  cloud.hosted = [];
  await machine.pass(machine.machine.stop());
  const stored = await readdir(join(machine.folder, 'state', 'deliveries'));
  expect(stored.length).toBeLessThanOrEqual(3 * hosted.heldMax);
  for (const { collected = [] } of cloud.syncs)
    expect(collected.length).toBeLessThanOrEqual(hosted.heldMax);
});

test.each([
  ['skill', { skill: 'x'.repeat(1_000_000) }],
  ['time', { received_at: `2026-10-01T12:00:00.${'0'.repeat(1_000_000)}Z` }],
  ['sealed text', { sealed: 'A'.repeat(3 * 1024 * 1024) }],
])('of a hosted delivery with a long %s nothing is kept', async (_what, members) => {
  proves('ATTACK-many-hosted');
  const { cloud, file, folder, machine } = await startTestMachine({ config: 'mode: observe\n' });
  await machine.ready;
  cloud.hosted = [unsealed('del_long', members), unsealed('del_good')];
  await cloud.send('ping');
  await cloud.until(() => cloud.collected.includes('del_good') || undefined);
  expect(cloud.collected).not.toContain('del_long');
  expect(await readdir(join(folder, 'state', 'deliveries'))).toEqual(['hook-del_good.json']);
  expect((await file('state/machine.log')).length).toBeLessThan(5_000);
});

test('of a sealed request with more than a request can have nothing is kept but that it came', async () => {
  proves('ATTACK-many-hosted');
  const { cloud, file, machine } = await startTestMachine({ config: 'mode: observe\n' });
  await machine.ready;
  const key = Buffer.from(cloud.syncs[0]?.report?.sealing_key ?? '', 'base64url');
  const sealedOf = (members: object) => {
    const request = { method: 'POST', path: '/in/x', address: null, headers: {}, body: 'eA' };
    const text = JSON.stringify({ ...request, ...members });
    return Buffer.from(seal(key, Buffer.from(text))).toString('base64url');
  };
  const long = 'x'.repeat(200_000);
  const floods = [{ query: long }, { address: long }, { headers: { long } }, { path: long }];
  cloud.hosted = floods.map((members, index) =>
    unsealed(`del_${index}`, { sealed: sealedOf(members) }),
  );
  await cloud.send('ping');
  await cloud.until(() => cloud.deliveries.length >= floods.length || undefined);
  for (const [index] of floods.entries()) {
    const kept = await file(`state/deliveries/hook-del_${index}.json`);
    expect(kept.length).toBeLessThan(2_000);
    expect(JSON.parse(kept).report).toMatchObject({ outcome: 'rejected', code: 'cannot_open' });
  }
});

test('a machine whose deliveries have grown beyond what is kept starts, and removes them', async () => {
  proves('ATTACK-many-hosted');
  const first = await startTestMachine({ config: 'mode: observe\n' });
  const { cloud, folder } = first;
  await first.machine.ready;
  cloud.hosted = [unsealed('del_0')];
  await cloud.send('ping');
  await cloud.until(() => cloud.collected.includes('del_0') || undefined);
  await first.pass(first.machine.stop());
  cloud.hosted = [];
  const place = (id: string) => join(folder, 'state', 'deliveries', `hook-${id}.json`);
  const kept = JSON.parse(await readFile(place('del_0'), 'utf8'));
  const write = (id: string, skill: string) => {
    const report = { ...kept.report, machine_delivery_id: `hook-${id}`, skill };
    return writeFile(place(id), JSON.stringify({ ...kept, report }));
  };
  await write('huge', 'x'.repeat(20_000_000));
  for (let count = 0; count < 40; count += 1) await write(`large_${count}`, 'x'.repeat(1_000_000));
  const second = await startTestMachine({ config: 'mode: observe\n', after: first });
  await second.machine.ready;
  const names = await readdir(join(folder, 'state', 'deliveries'));
  expect(names).not.toContain('hook-huge.json');
  expect(names.length).toBeLessThan(25);
  expect(second.log.join('\n')).toContain('hook-huge.json has 2000');
});
