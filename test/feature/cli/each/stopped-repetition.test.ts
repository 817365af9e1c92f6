import { once } from 'node:events';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { doneLine, takenOnLine } from '../../../../src/flow/each/run-lines.ts';
import { INTERFACE } from '../../../requirements.ts';
import {
  EACH_WORDS,
  type EachService,
  startEachService,
} from '../../../support/each/each-service.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

let each: EachService;
beforeAll(async () => {
  each = await startEachService();
});
afterAll(() => each.stop());

const { exitCode } = INTERFACE['UI-each-retry-stopped'];

/** The file of a run of the released version that sent nothing, and the name of one for the next. */
function files() {
  const folder = newTemporaryFolder();
  const from = join(folder, 'a.jsonl');
  const unsent = ['mac_0', 'mac_1'].map((machine) =>
    JSON.stringify({ machine, name: machine, operation: 'run_skill', sent: 'no' }),
  );
  writeFileSync(from, `${unsent.join('\n')}\n`);
  return { from, into: join(folder, 'b.jsonl') };
}

/** What a repetition gives, and the machines it sent to. */
async function repeated(file: string) {
  const before = each.sentTo().length;
  const words = ['each', '--retry-from', file, '--parallel=1', ...EACH_WORDS];
  const { code, stderr } = await runFleet(words, { env: each.env });
  return { code, stderr, sentTo: each.sentTo().slice(before) };
}

/** A repetition of one file into another that a signal ends when something was sent to mac_0. */
async function stopped(signal: NodeJS.Signals) {
  const { from, into } = files();
  const sent = each.nextArrival('mac_0');
  const child = each.into(into, '--retry-from', from, '--parallel=1');
  await sent;
  child.kill(signal);
  // A terminal that is closed sends it, and so does its shell.
  const again = setInterval(() => signal === 'SIGHUP' && child.kill(signal), 1);
  await once(child, 'close');
  clearInterval(again);
  return { from, into };
}

const exitCodeIn = (row: string): number => JSON.parse(row).exit_code;

test.each(['SIGTERM', 'SIGHUP', 'SIGKILL', 'SIGINT'] as const)(
  'what a repetition took on before %s ended it is named by the first file, and not sent again',
  async (signal) => {
    proves('UI-each-retry-stopped', 'UI-each-once');
    const { from, into } = await stopped(signal);
    const again = await repeated(from);
    expect([again.code, again.sentTo]).toEqual([exitCode, []]);
    expect(again.stderr).toMatch(
      /^Nothing that surely was not sent is left to repeat\.\n2 machines left alone .*: mac_0, mac_1\. Where that run wrote to another file, that one tells\. .* --machine into the same file\.\n$/,
    );
    if (signal === 'SIGKILL') return;
    const codes = readFileSync(into, 'utf8').trimEnd().split('\n').map(exitCodeIn);
    expect(codes).toEqual(signal === 'SIGINT' ? [130, 130] : [143, 143]);
    const rest = await repeated(into);
    expect([rest.code, rest.sentTo]).toEqual([exitCode, ['mac_1']]);
    expect(rest.stderr).toContain('whether it was sent: mac_0.');
    expect(await repeated(from)).toMatchObject({ code: exitCode, sentTo: [] });
  },
);

test('machines of a stopped repetition are told by a later run into the first file', async () => {
  proves('UI-each-retry-stopped', 'UI-each-once');
  const { from } = await stopped('SIGTERM');
  await once(each.into(from, '--machine', 'mac_1'), 'close');
  const one = await repeated(from);
  expect([one.code, one.sentTo]).toEqual([exitCode, []]);
  expect(one.stderr).toContain('whether it was sent: mac_0.');
  await once(each.into(from, '--machine', 'mac_0'), 'close');
  expect(await repeated(from)).toMatchObject({
    code: 0,
    sentTo: [],
    stderr: 'Nothing is left to repeat, 2 left alone: sent before.\n',
  });
});

test('a repetition that sent something to all says so in the first file, and nothing is left', async () => {
  proves('UI-each-retry', 'UI-each-retry-stopped');
  const { from } = files();
  expect(await repeated(from)).toMatchObject({ code: 0, sentTo: ['mac_0', 'mac_1'] });
  const events = readFileSync(from, 'utf8').trimEnd().split('\n').slice(2);
  const [taken, done] = events.map((line) => JSON.parse(line));
  expect([events.length, done]).toEqual([2, { event: 'done', run: taken.run }]);
  expect(await repeated(from)).toMatchObject({
    code: 0,
    sentTo: [],
    stderr: 'Nothing is left to repeat, 2 repeated by another run before.\n',
  });
});

test('a repetition that got no answer does not say that it sent something to all', async () => {
  proves('UI-each-retry-no-answer', 'UI-each-retry-stopped');
  const { from } = files();
  each.failNext('mac_1');
  expect(await repeated(from)).toMatchObject({ code: 7, sentTo: ['mac_0', 'mac_1'] });
  expect(await repeated(from)).toMatchObject({
    code: exitCode,
    sentTo: [],
    stderr: expect.stringContaining('whether it was sent: mac_0, mac_1.'),
  });
});

test('of two runs that take on the same at once, the later one gives it back and sends nothing', async () => {
  proves('UI-each-retry', 'UI-each-once');
  const { from } = files();
  const both = ['mac_0', 'mac_1'].map((id) => ({ id, name: id }));
  each.atNextList(() => appendFileSync(from, `${takenOnLine('mbq-1', both)}\n`));
  const later = await repeated(from);
  expect(later).toMatchObject({ code: 2, sentTo: [] });
  expect(later.stderr).toContain('--retry-from is in use');
  appendFileSync(from, `${doneLine('mbq-1')}\n`);
  expect(await repeated(from)).toMatchObject({ code: 0, sentTo: [] });
});

test('a repetition that cannot write what it takes on where its rows go gives it back', async () => {
  proves('UI-each-retry', 'UI-each-once');
  const { from, into } = files();
  writeFileSync(into, readFileSync(from));
  const before = each.sentTo().length;
  const [code] = await once(each.intoReadOnly(into, '--retry-from', from), 'close');
  expect([code, each.sentTo().length]).toEqual([1, before]);
  expect(await repeated(from)).toMatchObject({ code: 0, sentTo: ['mac_0', 'mac_1'] });
});

test('a repetition into the same file has its lines there, with one of what it takes on', async () => {
  proves('UI-each-retry', 'UI-each-once');
  const { from } = files();
  await once(each.into(from, '--retry-from', from), 'close');
  const lines = readFileSync(from, 'utf8').trimEnd().split('\n').slice(2);
  expect(lines.map((line) => JSON.parse(line).event)).toEqual(['taken_on', undefined, undefined]);
  expect(await repeated(from)).toMatchObject({ code: 0, sentTo: [] });
});

test('a file that a released version took on counts as repeated, as it did', async () => {
  proves('UI-each-retry');
  const { from } = files();
  const taken = { event: 'taken_on', run: 'mbq-1', machines: ['mac_0'] };
  writeFileSync(from, `${JSON.stringify(taken)}\n`, { flag: 'a' });
  expect(await repeated(from)).toMatchObject({
    code: 0,
    sentTo: ['mac_1'],
    stderr: expect.stringMatching(/^1 machine to repeat, 1 repeated by another run before\.\n/),
  });
});
