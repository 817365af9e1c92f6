import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { leavesSigint } from '../../../support/processes.ts';
import { proves } from '../../../support/proves.ts';
import { outputOf, startFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

/** Takes a good part of a second to read. */
const ROWS = Array.from({ length: 300_000 }, (_, at) => ({ at, text: 'x'.repeat(60) }));
const JOB = { id: 'job_1', state: 'in_progress', status: 'running' };
const LARGE_JOB = JSON.stringify({ ...JOB, rows: ROWS });

/** Presses Ctrl-C while a look-up of a job is read: where it would end the process, or at the second one. */
async function interruptedInLookUp(...args: readonly string[]) {
  const properties = { machine: { type: 'string' } };
  const secondLookUp = Promise.withResolvers<void>();
  let lookUps = 0;
  const service = await startScriptedService({
    tools: [{ name: 'start_it', class: 'write', input_schema: { type: 'object', properties } }],
    answer: ({ path }) => {
      if (path === '/api/v1/machines') return { body: { machines: [{ id: 'mac_1' }] } };
      if (!path.startsWith('/api/v1/jobs/')) {
        return { status: 202, body: { pending: true, job: JOB.id } };
      }
      lookUps += 1;
      if (lookUps === 2) secondLookUp.resolve();
      return { body: LARGE_JOB };
    },
  });
  onTestFinished(() => service.stop());
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const child = startFleet([...args, '--follow', '--verbose'], { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end();
  const output = outputOf(child);
  const closed = once(child, 'close');
  while (!/\/api\/v1\/jobs\/job_1 → 200/.test(output.stderr)) await once(child.stderr, 'data');
  await Promise.race([leavesSigint(child.pid), secondLookUp.promise]);
  child.kill('SIGINT');
  expect(await closed).toEqual([null, 'SIGINT']);
  return output;
}

test('Ctrl-C while a large look-up is read stops the following, and how to resume is told', async () => {
  proves('UI-follow-interrupted');
  const { stderr } = await interruptedInLookUp('cloud', 'start-it');
  expect(stderr).toContain('fleet job follow job_1');
});

test('Ctrl-C while a large look-up is read ends fleet each with the row of what was sent', async () => {
  proves('UI-each-interrupt', 'UI-follow-interrupted');
  const each = ['each', '--machine', '*', '-o', 'jsonl'];
  const { stdout } = await interruptedInLookUp(...each, '--', 'start-it');
  expect(JSON.parse(stdout)).toMatchObject({ machine: 'mac_1', sent: 'yes' });
});
