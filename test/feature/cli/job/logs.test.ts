import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

test('the output of a job is plain text, also while it runs; a machine has a log of its own', async () => {
  proves('UI-logs', 'UI-follow-output');
  const { machine, server } = await startWholeFleet((folder) => {
    const script = `echo one; echo wrong >&2\nwhile [ ! -e "${folder}/go" ]; do sleep 0.05; done\necho two`;
    return writeMachineFolder(folder, { skills: { slow: shellSkill(script) } });
  });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const { body } = await server.tool('run_skill', { machine: 'build-01', skill: 'slow' });
  const status = async () => (await server.tool('get_job', { job: body.job })).body.status;
  await expect.poll(status).toBe('running');
  const child = startFleet(['job', 'logs', body.job, '-f'], { env });
  let followed = '';
  child.stdout.on('data', (chunk) => {
    followed += chunk;
  });
  await expect.poll(() => followed).toBe('one\n');
  const errors = await runFleet(['job', 'logs', body.job, '--stderr'], { env });
  expect(errors).toMatchObject({ code: 0, stdout: 'wrong\n', stderr: '' });
  await writeFile(join(machine.folder, 'go'), '');
  expect(await new Promise((resolve) => child.once('close', resolve))).toBe(0);
  expect(followed).toBe('one\ntwo\n');
  const log = await runFleet(['logs', 'build-01', '--lines', '2'], { env });
  expect({ code: log.code, stderr: log.stderr }).toEqual({ code: 0, stderr: '' });
  expect(log.stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(2);
  expect(log.stdout).toMatch(/\S\n$/);
  expect(await runFleet(['logs', 'build-01', '--lines', '0'], { env })).toMatchObject({ code: 2 });
}, 60_000);
