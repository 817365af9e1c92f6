import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

const KEY = `---\nname: key\ndescription: A test\nfleet:\n${shellSkill('pip install sk-learn-integration-tests')}`;

test('a text that a machine shows with [scrubbed] is pushed as it is, and not pulled over the real one', async () => {
  proves('UI-skill-pull', 'UI-skill-kept', 'FIELD-skill-scrubbed');
  const skills = { key: shellSkill('true'), other: shellSkill('true') };
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills }),
  );
  const dir = newTemporaryFolder();
  const file = (name: string) => join(dir, name, 'SKILL.md');
  mkdirSync(join(dir, 'key'));
  writeFileSync(file('key'), KEY);
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const fleet = (...args: readonly string[]) =>
    runFleet(['skill', ...args, 'build-01', '--dir', dir, '--yes'], { env });
  const rows = async (command: string) => {
    const { code, stdout } = await fleet(command);
    return [code, JSON.parse(stdout).skills];
  };
  const other = { skill: 'other', outcome: 'left' };
  expect(await rows('push')).toMatchObject([0, [{ skill: 'key', outcome: 'done' }, other]]);
  expect(readFileSync(join(machine.folder, 'skills', 'key', 'SKILL.md'), 'utf8')).toBe(KEY);
  const again = await fleet('push', '--dry-run', '-o', 'table', '--no-color');
  expect(again.stdout).toContain('1 removed; shown with [scrubbed], so that it is sent again\n');

  const left = { skill: 'key', outcome: 'left', detail: expect.stringContaining('[scrubbed]') };
  expect(await rows('pull')).toMatchObject([11, [{ skill: 'other', outcome: 'done' }, left]]);
  expect([readFileSync(file('key'), 'utf8'), existsSync(file('other'))]).toEqual([KEY, true]);
  rmSync(join(dir, 'key'), { recursive: true });
  expect(await rows('pull')).toMatchObject([11, [left]]);
  expect(existsSync(file('key'))).toBe(false);
});
