import { expect, test } from 'vitest';
import { ATTACKS } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('no response to a sync has more values than a machine reads, and none is left out for long', async () => {
  proves('ATTACK-many-commands');
  const server = await startTestServer();
  const machine = scriptMachine({ baseUrl: server.baseUrl, token: server.machineToken });
  await machine.sync();
  const payload = Array.from({ length: 200_000 }, () => 0);
  const queued: unknown[] = [];
  for (let count = 0; count < 6; count += 1) {
    const run = { machine: 'build-01', skill: 'deploy-check', payload };
    queued.push((await server.tool('run_skill', run)).body.command_id);
  }
  const holding: string[] = [];
  while (holding.length < queued.length) {
    const { commands } = await machine.sync({ holding });
    expect(commands.length).toBeGreaterThan(0);
    const values = JSON.stringify(commands).split(',').length;
    expect(values).toBeLessThan(ATTACKS['ATTACK-many-commands'].valuesMax);
    holding.push(...commands.map(({ id }) => id));
  }
  expect(holding).toEqual(queued);
});
