import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

const rowOf = (machine: string, sent: string) =>
  JSON.stringify({
    machine,
    name: machine,
    operation: 'run_skill',
    sent,
    response: 'späť',
    run: 'mwtx9udi-52uj18',
    run_machines: 3,
  });

/** What the pipe writes after it. */
const LAST_ROW = rowOf('mac_2', 'yes');

/** A file into which a pipe has written one row and a part of the next. */
function fileWithPart(late: string, at: number): string {
  const file = join(newTemporaryFolder(), 'a.jsonl');
  writeFileSync(file, `${rowOf('mac_0', 'no')}\n${late.slice(0, at)}`);
  return file;
}

/** What a repetition gives, and the machines it sent to. */
async function repeated(file: string) {
  const before = each.sentTo().length;
  const words = ['each', '--retry-from', file, ...EACH_WORDS];
  const { code, stderr } = await runFleet(words, { env: each.env });
  return { code, stderr, sentTo: each.sentTo().slice(before) };
}

test('a row that a pipe writes on after a repetition told of its end there is read as one', async () => {
  proves('UI-each-retry-late', 'UI-each-once');
  const late = rowOf('mac_1', 'yes');
  const file = fileWithPart(late, 50);
  expect(await repeated(file)).toMatchObject({ sentTo: ['mac_0'] });
  appendFileSync(file, `${late.slice(50)}\n${LAST_ROW}\n`);
  const events = readFileSync(file, 'utf8').split('\n').slice(2, 4);
  expect(events.map((line) => JSON.parse(line).event)).toEqual(['taken_on', 'done']);
  expect(await repeated(file)).toEqual({
    code: 0,
    stderr:
      'Nothing is left to repeat, 2 left alone: sent before, 1 repeated by another run before.\n',
    sentTo: [],
  });
});

test('parts that are no row together are refused, and nothing is sent', async () => {
  proves('UI-each-retry-late');
  const { exitCode } = INTERFACE['UI-each-retry-late'];
  const late = rowOf('mac_1', 'yes');
  const quoteAt = late.indexOf('"mac_1"');
  const file = fileWithPart(late, quoteAt);
  await repeated(file);
  appendFileSync(file, `${late.slice(quoteAt + 1)}\n${LAST_ROW}\n`);
  expect(await repeated(file)).toMatchObject({
    code: exitCode,
    stderr: expect.stringContaining('Line 5 is not JSON.'),
    sentTo: [],
  });
});
