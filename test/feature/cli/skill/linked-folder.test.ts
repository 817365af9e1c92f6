import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';

test('the folder skills that is a link out of the working folder is taken only where it is named', async () => {
  proves('UI-skill-pull', 'UI-skill-push', 'UI-skill-diff');
  const elsewhere = await mkdtemp(join(tmpdir(), 'fleet-skills-'));
  mkdirSync(join(elsewhere, 'mine'));
  writeFileSync(join(elsewhere, 'mine', 'SKILL.md'), 'text');
  const cwd = await mkdtemp(join(tmpdir(), 'fleet-cloned-'));
  symlinkSync(elsewhere, join(cwd, 'skills'));
  // Nothing listens there.
  const env = { FLEET_BASE_URL: 'http://127.0.0.1:9', FLEET_API_KEY: 'key-1' };
  for (const verb of ['pull', 'push', 'diff']) {
    const refused = await runFleet(['skill', verb, 'build-01'], { env, cwd });
    expect(JSON.parse(refused.stderr).error).toMatchObject({
      title: 'The folder skills is a link that leads elsewhere',
      detail: expect.stringContaining(elsewhere),
      exit_code: 2,
    });
  }
  const named = ['skill', 'diff', 'build-01', '--dir', 'skills'];
  expect((await runFleet(named, { env, cwd })).code).toBe(7);
});
