import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { seal } from '../../../../src/sealing/sealed-box.ts';
import { proves } from '../../../support/proves.ts';
import { outputOf } from '../../../support/run-fleet.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

const NEW = ['secret', 'new', 'box', 'A', '--dotenv', '.env', '--force', '--yes'];
const NO_WAIT = ['--follow-timeout', '0.2s'];

/** A service whose machine gives `value N` for `cmd_N`; claims of those in `away` wait, and the first response for `answerFirst`. */
async function openBusyService({ isFirstHeld = false } = {}) {
  const keys: string[] = [];
  const away = new Set<string>();
  const held = Promise.withResolvers<void>();
  if (!isFirstHeld) held.resolve();
  const service = await openSealingService({
    claims: [],
    async asking({ body }) {
      keys.push(JSON.parse(body).recipient_key);
      const command = `cmd_${keys.length}`;
      if (command === 'cmd_1') await held.promise;
      return { status: 202, body: { command_id: command, expires_in_seconds: 600 } };
    },
    first({ path }) {
      const [, command = '', at] = /\/(cmd_(\d))\/claim$/.exec(path) ?? [];
      if (at === undefined) return undefined;
      if (away.has(command)) return { status: 202, body: { state: 'pending' } };
      const key = new Uint8Array(Buffer.from(keys[Number(at) - 1] ?? '', 'base64url'));
      const box = seal(key, new TextEncoder().encode(`value${at}`));
      return { body: { state: 'sealed', sealed: Buffer.from(box).toString('base64url') } };
    },
  });
  const idOf = async (command: string | null) =>
    (await service.entries()).find(({ commandId }) => commandId === command)?.id ?? '';
  return { ...service, answerFirst: held.resolve, away, idOf };
}

/** The same with a process whose request has arrived, and no response to it. */
async function openInFlight() {
  const service = await openBusyService({ isFirstHeld: true });
  const process = service.start(NEW);
  onTestFinished(() => void process.kill('SIGKILL'));
  const output = outputOf(process);
  await expect.poll(() => service.asked().length).toBe(1);
  return { ...service, output, process, id: await service.idOf(null) };
}

const sameTime = (id: string) =>
  `Another fleet secret (${id}) asked for this name at the same time: which of the two values`;

test('a request that was on its way while another was served may be the later one', async () => {
  proves('UI-secret-same-time');
  const { answerFirst, file, fleet, id, output, process, traces } = await openInFlight();
  const other = await fleet(NEW);
  expect([other.code, await file('.env')]).toEqual([0, 'A=value2\n']);
  expect(other.stderr).toContain(sameTime(id));
  answerFirst();
  const [code] = await once(process, 'close');
  expect([code, output.stderr]).toEqual([0, expect.not.stringContaining('newer')]);
  expect([await file('.env'), await traces()]).toEqual(['A=value1\n', []]);
});

test('of two that overlapped neither is removed for the other', async () => {
  proves('UI-secret-same-time');
  const { answerFirst, away, file, fleet, idOf, output, process, traces } = await openInFlight();
  away.add('cmd_2');
  expect((await fleet([...NEW, ...NO_WAIT])).code).toBe(8);
  const other = await idOf('cmd_2');
  answerFirst();
  const [code] = await once(process, 'close');
  expect([code, output.stderr]).toEqual([0, expect.stringContaining(sameTime(other))]);
  away.clear();
  expect((await fleet(['secret', 'resume', other])).code).toBe(0);
  expect([await file('.env'), await traces()]).toEqual(['A=value2\n', []]);
});

test('one whose response was lost is older than what was asked for after it', async () => {
  proves('UI-secret-same-time', 'UI-secret-newer-value');
  const { fleet, process, traces } = await openInFlight();
  process.kill('SIGKILL');
  await once(process, 'close');
  const run = await fleet(NEW);
  expect([run.code, run.stderr]).toEqual([0, expect.not.stringContaining('same time')]);
  expect(await traces()).toEqual([]);
});

test('so is one of a version that did not keep when the response came', async () => {
  proves('UI-secret-same-time', 'UI-secret-first-version');
  const { away, fleet, folder, traces } = await openBusyService();
  away.add('cmd_1');
  await fleet([...NEW, ...NO_WAIT]);
  const journal = join(folder, 'state', 'secrets');
  const path = join(journal, (await readdir(journal)).find((name) => name.endsWith('.json')) ?? '');
  const { acceptedAtMs, ...entry } = JSON.parse(await readFile(path, 'utf8'));
  expect(acceptedAtMs).toBeGreaterThanOrEqual(entry.askedAtMs);
  await writeFile(path, JSON.stringify(entry));
  expect((await fleet(NEW)).code).toBe(0);
  expect(await traces()).toEqual([]);
});

test('of a later request that waits is told where an older one is delivered', async () => {
  proves('UI-secret-same-time');
  const { away, fleet, idOf } = await openBusyService();
  for (const command of ['cmd_1', 'cmd_2']) {
    away.add(command);
    await fleet([...NEW, ...NO_WAIT]);
  }
  away.delete('cmd_1');
  const later = await idOf('cmd_2');
  const older = await fleet(['secret', 'resume', 'cmd_1']);
  expect([older.code, older.stderr]).toEqual([
    0,
    expect.stringContaining(`A later request of this name (${later}) waits`),
  ]);
});
