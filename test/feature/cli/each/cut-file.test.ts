import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
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

/** A run on all machines that is killed as soon as something was sent to the first. */
async function killedInto(file: string): Promise<void> {
  const sent = each.nextArrival();
  const killed = each.into(file, '--machine', '*', '--parallel=1');
  await sent;
  killed.kill('SIGKILL');
  await once(killed, 'close');
}

const unsentRow = (machine: string) =>
  `${JSON.stringify({ machine, name: machine, operation: 'run_skill', sent: 'no' })}\n`;

test('a file that was cut after a run into it was killed tells by its new lines what was sent', async () => {
  proves('UI-each-retry-cut', 'UI-each-once');
  const { exitCode } = INTERFACE['UI-each-retry-cut'];
  const file = join(newTemporaryFolder(), 'run.jsonl');
  writeFileSync(file, unsentRow('mac_gone').repeat(20));
  await killedInto(file);
  writeFileSync(file, unsentRow('mac_0'));
  await once(each.into(file, '--machine', 'mac_1'), 'close');
  const before = each.sentTo().length;
  const retry = () => runFleet(['each', '--retry-from', file, ...EACH_WORDS], { env: each.env });
  const first = await retry();
  expect([first.code, each.sentTo().slice(before)]).toEqual([exitCode, []]);
  expect(first.stderr).toMatch(/\n1 machine left alone .*whether it was sent: mac_0\. /);
  await once(each.into(file, '--machine', 'mac_0'), 'close');
  expect(await retry()).toMatchObject({
    code: 0,
    stderr: 'Nothing is left to repeat, 2 left alone: sent before.\n',
  });
});

test('a line that was put in before it makes no older line one of after the kill', async () => {
  proves('UI-each-retry-cut', 'UI-each-once');
  const file = join(newTemporaryFolder(), 'run.jsonl');
  writeFileSync(file, unsentRow('mac_0'));
  await killedInto(file);
  writeFileSync(file, unsentRow('mac_9') + readFileSync(file, 'utf8'));
  const before = each.sentTo().length;
  const retry = ['each', '--retry-from', file, '--machine', 'mac_[01]', ...EACH_WORDS];
  const { code, stderr } = await runFleet(retry, { env: each.env });
  expect([code, each.sentTo().slice(before)]).toEqual([6, []]);
  expect(stderr).toContain('whether it was sent: mac_0, mac_1.');
});
