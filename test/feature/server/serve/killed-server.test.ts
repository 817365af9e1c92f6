import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const ROUNDS = 4;
const CALLERS = 4;
const CALLS_BEFORE_KILL = 15;

interface Ready {
  readonly base_url: string;
  readonly keys?: { readonly admin: string };
}

/** A real `fleet serve` on the folder, ready to be called. */
async function serve(folder: string) {
  const child = startFleet(['serve', '--json', '--listen', '127.0.0.1:0', '--data', folder]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, ended: once(child, 'close'), ready: JSON.parse(String(line)) as Ready };
}

test('a killed server has everything that it acknowledged when it is started again', async () => {
  proves('PROJECT-kill');
  const folder = newTemporaryFolder();
  const acknowledged: string[] = [];
  let server = await serve(folder);
  const key = server.ready.keys?.admin ?? '';
  const call = (name: string, input: object) =>
    fetch(`${server.ready.base_url}/api/v1/tools/${name}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(input),
    });
  const pairing = await runFleet([
    'admin',
    'machine',
    'pair',
    '--name',
    'build-01',
    '--data',
    folder,
    '--json',
  ]);
  const { token } = JSON.parse(pairing.stdout);
  await scriptMachine({ baseUrl: server.ready.base_url, token }).sync({});

  for (let round = 0; round < ROUNDS; round += 1) {
    const enough = acknowledged.length + CALLS_BEFORE_KILL;
    const runUntilKilled = async () => {
      for (;;) {
        const answer = await call('run_skill', { machine: 'build-01', skill: 'deploy-check' });
        const { job, command_id } = JSON.parse(await answer.text());
        acknowledged.push(job, command_id);
        if (acknowledged.length >= enough) server.child.kill('SIGKILL');
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, () => runUntilKilled().catch(() => null)));
    await server.ended;
    server = await serve(folder);
    expect(server.ready.keys).toBeUndefined();
  }

  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * CALLS_BEFORE_KILL);
  for (const id of acknowledged) {
    const [name, input] = id.startsWith('job_')
      ? ['get_job', { job: id }]
      : ['get_command', { command: id }];
    // 202 says that the command is still on its way.
    expect([id, (await call(name, input)).ok]).toEqual([id, true]);
  }
}, 60_000);

test('a second server on the same folder is refused, and a killed one leaves no lock', async () => {
  proves('PROJECT-one-server');
  const folder = newTemporaryFolder();
  const first = await serve(folder);
  const args = ['serve', '--listen', '127.0.0.1:0', '--data', folder];
  const second = await runFleet(args);
  expect([second.code, second.stdout]).toEqual([1, '']);
  expect(second.stderr).toContain(folder);
  first.child.kill('SIGKILL');
  await first.ended;
  const third = await serve(folder);
  third.child.kill('SIGTERM');
  expect((await third.ended)[0]).toBe(0);
}, 30_000);
