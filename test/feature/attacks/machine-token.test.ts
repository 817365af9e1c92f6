import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { startFakeCloud, TOKEN } from '../../support/machine/fake-cloud.ts';
import { shellSkill, writeMachineFolder } from '../../support/machine/machine-folder.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { proves } from '../../support/proves.ts';
import { runFleet, startFleet } from '../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

test('the token is not in the environment that a job sees of the machine', async ({ skip }) => {
  skip(process.platform !== 'linux', 'the system has no /proc');
  proves('ATTACK-machine-token');
  const folder = newTemporaryFolder();
  const skills = { look: shellSkill("tr '\\0' '\\n' < /proc/$PPID/environ > seen; echo done") };
  await writeMachineFolder(folder, { skills });
  const cloud = await startFakeCloud();
  const machine = startFleet(['machine', '--base-url', cloud.baseUrl, '--folder', folder], {
    // A variable that is exported stays so in a shell that sets it.
    env: { FLEET_MACHINE_TOKEN: TOKEN, MARK: 'its-environment', token: 'of-another-program' },
  });
  const closed = once(machine, 'close');
  expect(await cloud.job(await cloud.run('look'), isOver)).toMatchObject({ headline: 'done' });
  machine.kill('SIGTERM');
  await closed;
  const seen = await readFile(join(folder, 'skills', 'look', 'seen'), 'utf8');
  expect(seen).toContain('MARK=its-environment');
  expect(seen).not.toContain(TOKEN);
});

test('fleet help server says what a run key can still reach', async () => {
  proves('ATTACK-remaining-reach');
  const { code, stdout } = await runFleet(['help', 'server']);
  expect(code).toBe(0);
  for (const word of [
    'test_skill',
    'run_as',
    'state/secrets.json',
    'limits',
    'What a job can still reach',
    'What strangers can ask of the server',
    '--demo runs its four machines inside the server',
  ]) {
    expect(stdout).toContain(word);
  }
});
