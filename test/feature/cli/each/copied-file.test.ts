import { once } from 'node:events';
import { copyFileSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { INTERFACE } from '../../../requirements.ts';
import {
  EACH_WORDS,
  type EachService,
  startEachService,
} from '../../../support/each/each-service.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

let each: EachService;
beforeAll(async () => {
  each = await startEachService();
});
afterAll(() => each.stop());

const SELECTOR = ['--machine', '*', '--parallel=1'];
const newFile = () => join(newTemporaryFolder(), 'run.jsonl');
const unsentRow = (machine: string) =>
  `${JSON.stringify({ machine, name: machine, operation: 'run_skill', sent: 'no' })}\n`;

/** What a repetition gives, and the machines it sent to, by default as on another computer. */
async function repeated(file: string, more: Readonly<Record<string, string>> = elsewhere()) {
  const before = each.sentTo().length;
  const env = { ...each.env, ...more };
  const { code, stderr } = await runFleet(['each', '--retry-from', file, ...EACH_WORDS], { env });
  return { code, stderr, sentTo: each.sentTo().slice(before) };
}

const elsewhere = () => ({ FLEET_STATE_DIR: newTemporaryFolder() });

/** A run that told of mac_0 and is killed as soon as something was sent to mac_1. */
async function killedInto(file: string): Promise<void> {
  const sent = each.nextArrival('mac_1');
  const killed = each.into(file, ...SELECTOR);
  await sent;
  killed.kill('SIGKILL');
  await once(killed, 'close');
}

test('a killed run is told by its file in any place: how many machines have no line', async () => {
  proves('UI-each-retry-copy', 'UI-each-retry-killed', 'UI-each-once');
  const { exitCode } = INTERFACE['UI-each-retry-copy'];
  const file = newFile();
  await killedInto(file);
  const copy = newFile();
  copyFileSync(file, copy);
  expect(await repeated(file, {})).toMatchObject({
    code: exitCode,
    sentTo: [],
    stderr: expect.stringMatching(/\n1 machine left alone .*whether it was sent: mac_1\. /),
  });
  const unnamed = {
    code: exitCode,
    sentTo: [],
    stderr: expect.stringMatching(
      /^Nothing that surely was not sent is left to repeat, 1 left alone.*\n1 machine of a run has no line .* may have been sent to them\. Look it up with `fleet cloud list-jobs`/,
    ),
  };
  expect(await repeated(copy, {})).toMatchObject(unnamed);
  expect(await repeated(file)).toMatchObject(unnamed);
});

test('where the output went through a pipe, a killed run is told too', async () => {
  proves('UI-each-retry-copy', 'UI-each-once');
  const sent = each.nextArrival('mac_1');
  const child = startFleet(['each', ...SELECTOR, ...EACH_WORDS], { env: each.env });
  void sent.then(() => child.kill('SIGKILL'));
  const file = newFile();
  writeFileSync(file, await readText(child.stdout));
  expect(await repeated(file, {})).toMatchObject({
    code: 6,
    sentTo: [],
    stderr: expect.stringContaining('\n1 machine of a run has no line'),
  });
});

test('a file that was cut after its run had ended tells that lines are missing', async () => {
  proves('UI-each-retry-copy');
  const file = newFile();
  await once(each.into(file, ...SELECTOR), 'close');
  expect(await repeated(file)).toMatchObject({ code: 0, sentTo: [] });
  truncateSync(file, readFileSync(file, 'utf8').indexOf('\n') + 1);
  expect(await repeated(file)).toMatchObject({ code: 6, sentTo: [] });
});

test('a run that is appended to a file says there first which machines it takes on, and a fresh file begins with a row', async () => {
  proves('UI-each-retry-stopped', 'UI-each-rows', 'UI-each-once');
  const file = newFile();
  writeFileSync(file, unsentRow('mac_1').repeat(2).slice(0, -40));
  const [first, broken] = readFileSync(file, 'utf8').split('\n');
  await killedInto(file);
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([first, broken]);
  const [taken, row] = lines.slice(2).map((line) => JSON.parse(line));
  const of = { run: row.run, run_machines: 2 };
  expect(taken).toEqual({ event: 'taken_on', machines: ['mac_0', 'mac_1'], ...of });
  expect(row).toMatchObject({ machine: 'mac_0', sent: 'yes' });
  expect(Object.entries(row).slice(-2)).toEqual(Object.entries(of));
  expect(await repeated(file)).toMatchObject({
    code: INTERFACE['UI-each-retry-stopped'].exitCode,
    sentTo: [],
    stderr: expect.stringMatching(/\n1 machine left alone .*whether it was sent: mac_1\. /),
  });
  const fresh = newFile();
  await once(each.into(fresh, '--machine', 'mac_0'), 'close');
  expect(JSON.parse(readFileSync(fresh, 'utf8'))).toMatchObject({ machine: 'mac_0' });
});

test('in a file that was emptied and written anew, what the killed run may have sent is not sent by the new lines', async () => {
  proves('UI-each-retry-cut', 'UI-each-once');
  const file = newFile();
  await killedInto(file);
  truncateSync(file);
  const sent = each.nextArrival('mac_0');
  const interrupted = each.into(file, ...SELECTOR);
  await sent;
  interrupted.kill('SIGINT');
  await once(interrupted, 'close');
  expect(JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? '')).toMatchObject({
    machine: 'mac_1',
    sent: 'no',
  });
  expect(await repeated(file, {})).toMatchObject({
    code: INTERFACE['UI-each-retry-cut'].exitCode,
    sentTo: [],
    stderr: expect.stringContaining('whether it was sent: mac_0, mac_1.'),
  });
});
