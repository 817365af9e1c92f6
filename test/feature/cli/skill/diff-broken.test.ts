import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

test('a skill that only the machine has and that fails to load is named: --prune would delete it', async () => {
  proves('UI-skill-diff');
  const { server } = await startWholeFleet(async (folder) => {
    await writeMachineFolder(folder, { skills: {} });
    await mkdir(join(folder, 'skills', 'broken'), { recursive: true });
    await writeFile(join(folder, 'skills', 'broken', 'SKILL.md'), '--\nhalf\n');
  });
  const cwd = newTemporaryFolder();
  await mkdir(join(cwd, 'skills'));
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const run = await runFleet(['skill', 'diff', 'build-01', '--exit-code'], { env, cwd });
  expect(run).toMatchObject({
    code: 11,
    stdout: 'Only there: build-01/skills/broken/SKILL.md\n',
  });
});
