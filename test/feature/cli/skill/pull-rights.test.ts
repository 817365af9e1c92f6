import { chmodSync, chownSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runInShell } from '../../../support/run-in-shell.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const OTHER_USER = 65_534;

/** A pull of `made` and `theirs`, of which only the latter is in the folder before. */
async function pullWith(umask: string, mode: number) {
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const service = await startScriptedService({
    tools: [{ name: 'get_skill', class: 'read', input_schema: { type: 'object', properties } }],
    answer({ path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (path.startsWith('/api/v1/tools/')) return { body: { content: 'of the machine\n' } };
      if (path.startsWith('/api/v1/skills'))
        return { body: { skills: [{ name: 'made' }, { name: 'theirs' }] } };
      return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
    },
  });
  onTestFinished(() => service.stop());
  const folder = newTemporaryFolder();
  const theirs = join(folder, 'theirs', 'SKILL.md');
  mkdirSync(join(folder, 'theirs'));
  writeFileSync(theirs, 'mine\n');
  if (process.geteuid?.() === 0) chownSync(theirs, OTHER_USER, OTHER_USER);
  chmodSync(theirs, mode);
  const before = statSync(theirs);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', SKILLS: folder };
  const pull = 'fleet skill pull box --dir "$SKILLS" --yes';
  const run = await runInShell(`umask ${umask}; ${pull}`, env);
  expect([run.code, run.stderr]).toEqual([0, '']);
  expect(readFileSync(theirs, 'utf8')).toBe('of the machine\n');
  const { gid, mode: after, uid } = statSync(theirs);
  expect([uid, gid]).toEqual([before.uid, before.gid]);
  return { theirs: after & 0o777, made: statSync(join(folder, 'made', 'SKILL.md')).mode & 0o777 };
}

test('pull leaves a file its mode and owner, and gives a new one what the umask leaves', async () => {
  proves('UI-skill-pull-rights');
  expect(await pullWith('022', 0o600)).toEqual({ theirs: 0o600, made: 0o644 });
  expect(await pullWith('077', 0o664)).toEqual({ theirs: 0o664, made: 0o600 });
});
