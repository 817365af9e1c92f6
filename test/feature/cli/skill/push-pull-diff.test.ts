import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startServerWithMachine } from '../../../support/server-with-machine.ts';
import { skillReport } from '../../../support/sync-reports.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

/** The text of a skill that does nothing. */
function skillText(name: string, more = ''): string {
  return `---\nname: ${name}\ndescription: A skill\nfleet:\n${shellSkill(`true${more}`)}`;
}

/** A folder of skills, and how to change it. */
async function folderOf(texts: Readonly<Record<string, string>>) {
  const cwd = await mkdtemp(join(tmpdir(), 'fleet-skills-'));
  const file = (name: string) => join(cwd, 'skills', name, 'SKILL.md');
  const write = (name: string, text: string) => {
    mkdirSync(join(cwd, 'skills', name), { recursive: true });
    writeFileSync(file(name), text);
  };
  mkdirSync(join(cwd, 'skills'));
  for (const [name, text] of Object.entries(texts)) write(name, text);
  const remove = (name: string) => rmSync(join(cwd, 'skills', name), { recursive: true });
  return { cwd, write, remove, read: (name: string) => readFileSync(file(name), 'utf8') };
}

test('a machine is made as the folder, once; only --prune deletes', async () => {
  proves('UI-skill-push', 'UI-skill-diff');
  const skills = { alike: skillText('alike'), other: skillText('other'), gone: skillText('gone') };
  const write = (folder: string) => writeMachineFolder(folder, { skills });
  const { machine, server } = await startWholeFleet(write);
  const { cwd } = await folderOf({
    alike: skillText('alike'),
    added: skillText('added'),
    other: skillText('other', ' && echo more'),
  });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const fleet = (...args: readonly string[]) => runFleet(['skill', ...args], { env, cwd });
  const there = (name: string) =>
    readFileSync(join(machine.folder, 'skills', name, 'SKILL.md'), 'utf8');

  const refused = await fleet('push', 'build-01');
  expect([refused.code, refused.stdout]).toEqual([2, '']);
  expect(refused.stderr).toContain('--yes');
  const compared = await fleet('diff', 'build-01', '--exit-code');
  expect(compared.code).toBe(11);
  expect(compared.stdout).toContain(
    '--- build-01/skills/other/SKILL.md\n+++ skills/other/SKILL.md\n',
  );
  expect(compared.stdout).toContain('-true\n+true && echo more\n');
  expect(() => there('added')).toThrow('ENOENT');

  const pushed = await fleet('push', 'build-01', '--yes');
  const rows = JSON.parse(pushed.stdout).skills;
  expect([pushed.code, rows]).toMatchObject([
    0,
    [
      { machine_name: 'build-01', skill: 'added', change: 'create', outcome: 'done' },
      { skill: 'other', change: 'update', outcome: 'done' },
      { skill: 'gone', change: 'none', outcome: 'left' },
    ],
  ]);
  expect(there('added')).toBe(skillText('added'));
  expect(there('other')).toContain('echo more');

  const again = await fleet('push', 'build-01', '--prune', '--yes', '-o', 'table', '--no-color');
  expect([again.code, again.stdout]).toEqual([
    0,
    'build-01\n  - gone  9 lines\n  3 skills are the same\nbuild-01: gone deleted\n',
  ]);
  expect(() => there('gone')).toThrow('ENOENT');
  const file = join(machine.folder, 'skills', 'other', 'SKILL.md');
  writeFileSync(file, skillText('other', ' && echo by hand'));
  const warned = await fleet('push', 'build-01', '--dry-run', '-o', 'table', '--no-color');
  expect(warned.stdout).toContain('1 removed; changed there since the last push or pull\n');
  writeFileSync(file, skillText('other', ' && echo more'));
  const last = await fleet('push', 'build-01', '--prune', '--no-input');
  expect([last.code, JSON.parse(last.stdout)]).toEqual([0, { skills: [] }]);
  expect((await fleet('diff', 'build-01', '--exit-code')).code).toBe(0);
  const commands = (await server.tool('list_commands', { limit: 100 })).body.commands;
  const acts = commands.filter(({ type }: { type: string }) => /save|delete/.test(type));
  expect(acts.map(({ skill, type }: Record<string, string>) => [type, skill])).toEqual([
    ['skill.delete', 'gone'],
    ['skill.save', 'other'],
    ['skill.save', 'added'],
  ]);
});

test('a refused text is told and stops no other, and then nothing is deleted; linked skills are left', async () => {
  proves('UI-skill-push');
  const repository = 'runner: shell\n  repository: acme/x';
  const linked = skillText('linked').replace('runner: shell', repository);
  const skills = { before: skillText('before'), linked };
  const { machine, server } = await startWholeFleet((to) => writeMachineFolder(to, { skills }));
  const { cwd } = await folderOf({
    broken: skillText('before'),
    linked: skillText('linked'),
    valid: skillText('valid'),
  });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const push = ['skill', 'push', '--machine', '*', '--yes'];
  const { code, stdout } = await runFleet([...push, '--prune'], { env, cwd });
  expect([code, JSON.parse(stdout).skills]).toMatchObject([
    2,
    [
      { skill: 'before', change: 'delete', outcome: 'not_sent' },
      { skill: 'broken', outcome: 'failed', detail: expect.stringContaining('name: before') },
      { skill: 'valid', outcome: 'done' },
      { skill: 'linked', outcome: 'left', detail: expect.stringContaining('acme/x') },
    ],
  ]);
  expect(existsSync(join(machine.folder, 'skills', 'before', 'SKILL.md'))).toBe(true);
  const torn = await runFleet(push, { env, cwd: (await folderOf({ torn: '' })).cwd });
  expect(torn).toMatchObject({ code: 11, stderr: 'Left, since it cannot be read: torn\n' });
});

test('what somebody changed after the plan was made is not overwritten', async () => {
  proves('UI-skill-push');
  let looks = 0;
  const { machine, server } = await startServerWithMachine({
    answers: {
      'skill.get': () => {
        looks += 1;
        return { result: { skill: 'deploy-check', content: `look ${looks}`, summary: {} } };
      },
      'skill.save': () => ({ result: { created: false } }),
    },
  });
  const { cwd } = await folderOf({ 'deploy-check': skillText('deploy-check') });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const { code, stdout } = await runFleet(['skill', 'push', 'build-01', '--yes'], { env, cwd });
  expect([code, JSON.parse(stdout).skills]).toMatchObject([
    11,
    [{ skill: 'deploy-check', outcome: 'changed_meanwhile' }],
  ]);
  expect(machine.received.map(({ type }) => type)).toEqual(['skill.get', 'skill.get']);
});

test('pull writes what the folder lacks, and asks before it overwrites what was changed here', async () => {
  proves('UI-skill-pull');
  const skills = { one: skillText('one'), two: skillText('two') };
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills }),
  );
  const folder = await folderOf({});
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  const pull = (...args: readonly string[]) =>
    runFleet(['skill', 'pull', 'build-01', ...args], { env, cwd: folder.cwd });
  expect((await pull()).code).toBe(0);
  expect([folder.read('one'), folder.read('two')]).toEqual([skills.one, skills.two]);

  const changed = skillText('one', ' && echo changed there');
  writeFileSync(join(machine.folder, 'skills', 'one', 'SKILL.md'), changed);
  expect((await pull()).code).toBe(0);
  expect(folder.read('one')).toBe(changed);

  folder.write('two', 'Written by hand, an hour of work.');
  const refused = await pull();
  expect([refused.code, folder.read('two')]).toEqual([2, 'Written by hand, an hour of work.']);
  expect(refused.stderr).toContain('two');
  expect((await pull('--yes')).code).toBe(0);
  expect(folder.read('two')).toBe(skills.two);
});

test('no name that a machine reports leads out of the folder, and no text of it acts on a terminal', async () => {
  proves('UI-skill-pull', 'UI-skill-diff', 'UI-skill-push');
  const content = `---\nname: deploy-check\n---\n\u001b]0;owned\u0007\u202e\n`;
  const names = ['../../escaped', '..', '/etc', 'Upper', 'deploy-check'];
  const { server } = await startServerWithMachine({
    report: {
      policy: { mode: 'observe', allow: [], deny: [] },
      skills: names.map((name) => skillReport({ name })),
    },
    answers: { 'skill.get': ({ args }) => ({ result: { ...args, content, summary: {} } }) },
  });
  const folder = await folderOf({});
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  const fleet = (...args: readonly string[]) =>
    runFleet(['skill', ...args], { env, cwd: folder.cwd });
  const { stdout } = await fleet('pull', 'build-01');
  expect(JSON.parse(stdout).skills.map(({ skill }: { skill: string }) => skill)).toEqual([
    'deploy-check',
  ]);
  expect(folder.read('deploy-check')).toBe(content);
  folder.remove('deploy-check');
  const plain = await fleet('diff', 'build-01');
  expect(plain.stdout).toContain('\u001b]0;owned\u0007');
  const shown = await fleet('diff', 'build-01', '--color');
  expect(shown.stdout).toContain('-\\u001b]0;owned\\u0007\\u202e');
  expect(shown.stdout).not.toContain('owned\u0007');

  folder.write('added', skillText('added'));
  const push = ['skill', 'push', 'build-01', '--dry-run'];
  const planned = await runFleet(push, {
    env: { ...env, FLEET_API_KEY: server.keys.admin },
    cwd: folder.cwd,
  });
  expect([planned.code, planned.stdout]).toEqual([5, '']);
  expect(planned.stderr).toContain('The machine is in observe mode');
});

test('machines are read from stdin, a closed stdout stops no push, and --prune is typed by a person', async () => {
  proves('UI-each-selector', 'UI-each-reader', 'UI-skill-push');
  const there = new Map([['old', skillText('old')]]);
  const { server } = await startServerWithMachine({
    report: { skills: [skillReport({ name: 'old' })] },
    answers: {
      'skill.get': ({ args }) => {
        const content = there.get(String(args['skill']));
        if (content === undefined) return { error: { code: 'unknown_skill', message: 'none' } };
        return { result: { content, summary: {} } };
      },
      'skill.save': ({ args }) => {
        there.set(String(args['skill']), String(args['content']));
        return { result: { created: true } };
      },
    },
  });
  const { cwd } = await folderOf({ first: skillText('first'), second: skillText('second') });
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const diff = ['skill', 'diff', '--machine', '@-', '--exit-code', '-o', 'tsv', '--columns'];
  const piped = await runFleet([...diff, 'skill'], { env, cwd, stdin: 'build-01\n' });
  expect([piped.code, piped.stdout]).toEqual([11, 'first\nold\nsecond\n']);
  const glob = await runFleet(['skill', 'diff', '--machine', '@-'], { env, cwd, stdin: '*\n' });
  expect(glob.code).toBe(6);

  const child = startFleet(['skill', 'push', 'build-01', '--yes', '-o', 'table'], { env, cwd });
  child.stdout.destroy();
  child.stdin.end();
  const told = text(child.stderr);
  expect([(await once(child, 'close'))[0], [...there.keys()]]).toEqual([
    0,
    ['old', 'first', 'second'],
  ]);
  expect(await told).toMatch(/Nobody reads stdout any more[\s\S]*second created\n/);

  if (!HAS_TERMINALS) return;
  const push = ['skill', 'push', 'build-01', '--prune', '--dir', join(cwd, 'skills')];
  const refused = await runOnTerminal(push, { env, prompt: /Type prune/, typed: 'y\r' });
  expect(refused.output).toContain('Type prune to continue');
  expect([refused.code, there.has('old')]).toEqual([3, true]);
});
