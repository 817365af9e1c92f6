import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine, type TestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

const SIGNED = shellSkill(
  'true',
  '  webhook: true\n  auth: hub_signature\n  secret: HOOK_SECRET\n',
);

async function startListening(): Promise<TestMachine> {
  const machine = await startTestMachine({
    listen: '127.0.0.1:0',
    skills: { hook: SIGNED },
    secrets: { HOOK_SECRET: 'a-secret-of-the-tests' },
  });
  await machine.machine.ready;
  return machine;
}

/** Posts so often to a skill, ten at a time, and gives the statuses. */
async function flood(machine: TestMachine, skill: string, body: Buffer, count: number) {
  const statuses: number[] = [];
  for (let sent = 0; sent < count; sent += 10) {
    const ten = Array.from({ length: 10 }, async () => {
      const url = `${machine.machine.webhookUrl()}${skill}`;
      const response = await fetch(url, { method: 'POST', body });
      await response.arrayBuffer();
      return response.status;
    });
    statuses.push(...(await Promise.all(ten)));
  }
  return statuses;
}

async function kept({ folder }: TestMachine) {
  const path = join(folder, 'state', 'deliveries');
  // A file that is being written has a name of its own, and soon no more.
  const names = (await readdir(path)).filter((name) => !name.startsWith('.'));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(path, name))).size));
  const bodies = names.filter((name) => name.endsWith('.body')).length;
  return {
    bodies,
    records: names.length - bodies,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
  };
}

const { bodiesMax, bytesMax } = ATTACKS['ATTACK-full-disk'];

test('webhooks for unknown paths leave no body on the machine, and none at the server', async () => {
  proves('ATTACK-full-disk');
  const machine = await startListening();
  const statuses = await flood(machine, 'none', Buffer.alloc(250_000, 'x'), 30);
  expect(new Set(statuses)).toEqual(new Set([404]));
  expect(await kept(machine)).toMatchObject({ bodies: 0 });
  const told = () => machine.cloud.deliveries.length > 5 || undefined;
  await machine.pass(machine.cloud.until(told));
  expect(machine.cloud.deliveries.filter(({ body }) => body !== null)).toEqual([]);
});

test('of rejected ones to a skill the newest bodies are kept, also while the server is away', async () => {
  proves('ATTACK-full-disk');
  const machine = await startListening();
  machine.cloud.troubles.push(...Array.from({ length: 1000 }, () => ({ status: 503 })));
  await flood(machine, 'hook', Buffer.alloc(100_000, 'x'), 60);
  const large = await kept(machine);
  expect(large.bytes).toBeLessThan(bytesMax + 60 * 2000);
  expect(large.bodies).toBe(Math.floor(bytesMax / 100_000));
  for (let minute = 0; minute < 2; minute += 1) {
    machine.clock.advance(60_000);
    await flood(machine, 'hook', Buffer.from(`{"minute":${minute}}`), 110);
  }
  expect((await kept(machine)).bodies).toBe(bodiesMax);
});

test('of rejected ones no more bodies than these reach the server in a day', async () => {
  proves('ATTACK-full-disk');
  const machine = await startListening();
  await flood(machine, 'hook', Buffer.alloc(200_000, 'x'), 40);
  const told = () => machine.cloud.deliveries.length === 40 || undefined;
  await machine.pass(machine.cloud.until(told));
  const bodies = machine.cloud.deliveries.filter(({ body }) => body !== null);
  // One that gave way to newer ones before it was reported is not among them.
  expect(bodies.length).toBeLessThanOrEqual(Math.floor(bytesMax / 200_000));
  expect(bodies.length).toBeGreaterThan(10);
});

test('one sender cannot post to one skill without end, and the others still can', async () => {
  proves('ATTACK-listener-rate');
  const machine = await startListening();
  const { perMinute, status } = ATTACKS['ATTACK-listener-rate'];
  const statuses = await flood(machine, 'none', Buffer.alloc(0), perMinute + 20);
  expect(statuses.slice(0, perMinute)).not.toContain(status);
  expect(statuses.slice(perMinute)).toEqual(Array.from({ length: 20 }, () => status));
  expect(await flood(machine, 'other-name', Buffer.alloc(0), 10)).toContain(status);
  expect(await flood(machine, 'hook', Buffer.alloc(0), 10)).not.toContain(status);
  machine.clock.advance(60_000);
  expect(await flood(machine, 'none', Buffer.alloc(0), 10)).not.toContain(status);
}, 60_000);
