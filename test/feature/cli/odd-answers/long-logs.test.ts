import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { answers, serve } from '../../../support/misbehaving-server.ts';
import { leavesSigint } from '../../../support/processes.ts';
import { proves } from '../../../support/proves.ts';
import { outputOf, startFleet } from '../../../support/run-fleet.ts';

const GET_JOB = { name: 'get_job', class: 'read', input_schema: { type: 'object' } };

function fleetAt(baseUrl: string, args: readonly string[]) {
  const env = { FLEET_BASE_URL: baseUrl, FLEET_API_KEY: 'key-1' };
  const child = startFleet(args, { env });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end();
  return { child, closed: once(child, 'close') };
}

const log = (lines: string) =>
  serve(answers(200, JSON.stringify({ status: 'succeeded', result: { lines } })));

test('Ctrl-C ends the reading of a long log, of which nothing is printed', async () => {
  proves('UI-interrupt');
  const server = await log('ab\n'.repeat(15_000_000));
  const args = ['logs', 'build-01', '--verbose'];
  const { child, closed } = fleetAt(server.url, args);
  const output = outputOf(child);
  while (!output.stderr.includes('send_command')) await once(child.stderr, 'data');
  await leavesSigint(child.pid);
  child.kill('SIGINT');
  expect(await closed).toEqual([null, 'SIGINT']);
  expect(output.stdout).toBe('');
});

test.each([[[]], [['--follow']]])(
  'Ctrl-C ends the wait for a reader of a log who does not read: %j',
  async (flags) => {
    proves('UI-interrupt');
    const server = await log(`${'a'.repeat(100_000)}\n`.repeat(100));
    const args = ['logs', 'build-01', ...flags];
    const { child } = fleetAt(server.url, args);
    await once(child.stdout, 'readable');
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    expect(await exited).toEqual([null, 'SIGINT']);
  },
);

test('of a long response to watch_job only the beginning is read', async () => {
  proves('ATTACK-costly-text', 'UI-interrupt');
  let hasLeft = false;
  const server = await serve((response, { url }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    if (url.endsWith('/watch_job')) {
      // It never ends, and the job goes on for as long as somebody waits for the rest.
      response.write(`{"text":"${'x'.repeat(1024 * 1024)}`);
      response.on('close', () => {
        hasLeft = true;
      });
      return;
    }
    const state = hasLeft ? 'done' : 'in_progress';
    const status = hasLeft ? 'succeeded' : 'running';
    response.end(JSON.stringify({ tools: [GET_JOB], job: { id: 'job_1', state, status } }));
  });
  const { closed } = fleetAt(server.url, ['job', 'follow', 'job_1', '-o', 'jsonl']);
  expect(await closed).toEqual([0, null]);
});
