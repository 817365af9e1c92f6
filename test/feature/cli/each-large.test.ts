import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { leavesSigint } from '../../support/processes.ts';
import { proves } from '../../support/proves.ts';
import { outputOf, startFleet } from '../../support/run-fleet.ts';
import { startScriptedService } from '../../support/scripted-service.ts';

test('what many machines respond is not kept until all have ended', async () => {
  proves('ATTACK-costly-text');
  const machines = Array.from({ length: 30 }, (_, at) => ({ id: `mac_${at}` }));
  const text = 'x'.repeat(2_000_000);
  const properties = { machine: { type: 'string' } };
  const service = await startScriptedService({
    tools: [{ name: 'get_machine', class: 'read', input_schema: { type: 'object', properties } }],
    answer: ({ path }) => ({ body: path === '/api/v1/machines' ? { machines } : { text } }),
  });
  onTestFinished(() => service.stop());
  const args = ['each', '--machine', '*', '--quiet', '-o', 'jsonl', '--', 'get-machine'];
  const child = startFleet(args, {
    env: {
      FLEET_BASE_URL: service.baseUrl,
      FLEET_API_KEY: 'key-1',
      NODE_OPTIONS: '--max-old-space-size=56',
    },
  });
  child.stdout.resume();
  expect(await once(child, 'close')).toEqual([0, null]);
});

async function fleetWith(machines: readonly object[], ...selector: readonly string[]) {
  const input_schema = { type: 'object', properties: { machine: { type: 'string' } } };
  const service = await startScriptedService({
    tools: [{ name: 'run_skill', class: 'write', input_schema }],
    answer: ({ path }) => ({ body: path === '/api/v1/machines' ? { machines } : { done: true } }),
  });
  onTestFinished(() => service.stop());
  const child = startFleet(['each', ...selector, '--verbose', '--', 'run-skill'], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.end();
  const sent = () => service.calls().filter(({ method }) => method === 'POST');
  return { child, output: outputOf(child), closed: once(child, 'close'), sent };
}

test('a glob is matched in time of the length of a text, however long that is', async () => {
  proves('UI-each-glob', 'ATTACK-costly-text');
  const [long, dashes] = ['-a'.repeat(1_500_000), '-'.repeat(20)];
  const machines = [`${long}-prod`, long, `${dashes}😀-prod`].map((hostname, at) => ({
    id: `mac_${at}`,
    hostname,
  }));
  const glob = `${'*-'.repeat(20)}*?-@(prod)`;
  const { closed, sent } = await fleetWith(machines, '--where', `hostname=${glob}`);
  expect(await closed).toEqual([0, null]);
  const machinesSentTo = sent().map(({ body }) => JSON.parse(body).machine);
  expect(machinesSentTo.toSorted()).toEqual(['mac_0', 'mac_2']);
});

test('Ctrl-C ends the matching of a long glob with a long name, and nothing is sent', async () => {
  proves('UI-interrupt', 'UI-each-glob');
  const machines = [{ id: 'mac_1', name: 'a'.repeat(900_000) }];
  // Most of an hour, matched as fast as it can be.
  const glob = `${'a*'.repeat(60_000)}b`;
  const { child, closed, output, sent } = await fleetWith(machines, '--machine', glob);
  while (!output.stderr.includes('/api/v1/machines')) await once(child.stderr, 'data');
  await leavesSigint(child.pid);
  child.kill('SIGINT');
  expect(await closed).toEqual([null, 'SIGINT']);
  expect(sent()).toEqual([]);
});
