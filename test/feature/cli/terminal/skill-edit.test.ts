import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const TEXT = `---\nname: tidy\ndescription: A skill\nfleet:\n${shellSkill('true')}`;
const EDIT = ['skill', 'edit', 'build-01', 'tidy'];

/**
 * The whole fleet with the skill `tidy`, and an editor that runs one shell script a start, each on the
 * file as `$1`; what it opened is kept as `seen-1`, `seen-2`.
 */
async function fixture(...scripts: readonly string[]) {
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills: { tidy: TEXT } }),
  );
  const state = await mkdtemp(join(tmpdir(), 'fleet-edit-test-'));
  const editor = join(state, 'editor.sh');
  const file = join(machine.folder, 'skills', 'tidy', 'SKILL.md');
  const count = `echo "$1" > '${state}/path'; n=$(($(cat '${state}/count' 2>/dev/null || echo 0) + 1)); echo $n > '${state}/count'`;
  const cases = scripts.map((script, at) => `${at + 1}) ${script} ;;`).join('\n');
  writeFileSync(editor, `${count}\ncp "$1" '${state}'/seen-$n\ncase $n in\n${cases}\nesac\n`);
  const env = {
    FLEET_BASE_URL: server.baseUrl,
    FLEET_API_KEY: server.keys.admin,
    FLEET_STATE_DIR: state,
    EDITOR: `sh ${editor}`,
    SKILL_FILE: file,
    NO_COLOR: '1',
  };
  return {
    env,
    there: () => readFileSync(file, 'utf8'),
    /** Somebody else changes the skill on the machine. */
    write: (text: string) => writeFileSync(file, text),
    seen: (start: number) => readFileSync(join(state, `seen-${start}`), 'utf8'),
    drafts: () =>
      readdirSync(join(state, 'drafts'), { recursive: true })
        .map(String)
        .filter((path) => path.endsWith('SKILL.md'))
        .map((path) => readFileSync(join(state, 'drafts', path), 'utf8')),
    /** An editor saves what stands in it, wherever the edit is by then. */
    save: (text: string) => writeFileSync(readFileSync(join(state, 'path'), 'utf8').trim(), text),
  };
}

/** Node ends as by kill -9 where it is about to put a second file in its place. */
const KILLED_AT_SECOND_RENAME = `--import=data:text/javascript,${encodeURIComponent(`
  import fs from 'node:fs/promises';
  const { rename } = fs;
  let times = 0;
  fs.rename = (...paths) => ++times === 2 ? process.kill(process.pid, 'SIGKILL') : rename(...paths);
`)}`;

const SAVE = /At http:\/\/127\.0\.0\.1:\d+\s+Save tidy on build-01\?/;

test('the difference is shown and saved after a yes; without a change nothing is asked', async () => {
  proves('UI-skill-edit', 'UI-skill-draft');
  const { drafts, env, there } = await fixture('echo "A line." >> "$1"', ':');
  const { code, output } = await runOnTerminal(EDIT, {
    env,
    steps: [{ prompt: /^\+A line\.[\s\S]*Save tidy on build-01\?/m, typed: 'y\r' }],
  });
  expect(output).toContain('--- build-01/skills/tidy/SKILL.md\n+++ yours/skills/tidy/SKILL.md\n');
  expect(output).toContain('Saved tidy on build-01.');
  expect([code, there(), drafts()]).toEqual([0, `${TEXT}A line.\n`, []]);
  const unchanged = await runOnTerminal(EDIT, { env });
  expect(unchanged.output).toContain('Nothing was changed');
  expect([unchanged.code, drafts()]).toEqual([0, []]);
});

test('a refused text opens again with the reason above it', async () => {
  proves('UI-skill-edit', 'UI-confirm-service');
  const fixed = await fixture(
    'sed -i s/^name:.*/name:/ "$1"',
    'sed -i "s/^name:.*/name: tidy/" "$1"; echo B >> "$1"',
  );
  const { code, output } = await runOnTerminal(EDIT, {
    env: fixed.env,
    steps: [
      { prompt: SAVE, typed: 'y\r' },
      { prompt: SAVE, typed: 'y\r' },
    ],
  });
  const [head, why, scissors, first] = fixed.seen(2).split('\n');
  expect([head, scissors, first]).toEqual([
    '# fleet: only what stands below the line with the scissors is saved.',
    '------------------------ >8 ------------------------',
    '---',
  ]);
  expect(why).toMatch(/^# It was not saved: .*name/);
  expect(output).toContain('Saved tidy on build-01.');
  expect([code, fixed.there()]).toEqual([0, `${TEXT}B\n`]);
});

test('who left the refused text as it was gets the reason, and finds the text again', async () => {
  proves('UI-skill-draft');
  const left = await fixture('sed -i s/^name:.*/name:/ "$1"', ':', 'echo "name: tidy" > /dev/null');
  const refused = await runOnTerminal(EDIT, {
    env: left.env,
    steps: [{ prompt: SAVE, typed: 'y\r' }],
  });
  expect(refused.code).toBe(2);
  expect(refused.output).toContain('What you wrote is kept in');
  expect(left.drafts()).toEqual([expect.stringContaining('name:\n')]);
  const resumed = await runOnTerminal(EDIT, {
    env: left.env,
    steps: [
      { prompt: /was not saved[\s\S]*Go on with it/, typed: '\r' },
      { prompt: SAVE, typed: '\r' },
    ],
  });
  expect(left.seen(3)).toBe(TEXT.replace('name: tidy', 'name:'));
  expect(resumed.output).toContain('Not saved. Your text is kept in');
  expect([resumed.code, left.there()]).toEqual([3, TEXT]);
});

test('somebody else was faster: my changes are brought into theirs', async () => {
  proves('UI-skill-edit');
  const { env, seen, there, write } = await fixture('echo "Mine." >> "$1"', ':');
  const theirs = TEXT.replace('A skill', 'Theirs');
  const { code, output } = await runOnTerminal(EDIT, {
    env,
    steps: [
      {
        prompt: SAVE,
        async typed() {
          write(theirs);
          return 'y\r';
        },
      },
      { prompt: /: Theirs[\s\S]*At http:[\s\S]*meanwhile[\s\S]*Bring my changes/, typed: '\r' },
      { prompt: SAVE, typed: 'y\r' },
    ],
  });
  expect(seen(2)).toMatch(/^# fleet: .*\n# Your changes are in the text/);
  expect(output).toContain('Saved tidy on build-01.');
  expect([code, there()]).toEqual([0, `${theirs}Mine.\n`]);
});

test('somebody else was faster: overwritten or left, as the person says', async () => {
  proves('UI-skill-edit', 'UI-skill-draft');
  const { drafts, env, there, write } = await fixture('echo "Mine." >> "$1"', ':');
  const faster = (text: string) => ({
    prompt: SAVE,
    async typed() {
      write(text);
      return 'y\r';
    },
  });
  const theirs = TEXT.replace('A skill', 'Theirs');
  const leaves = await runOnTerminal(EDIT, {
    env,
    steps: [faster(theirs), { prompt: /Leave it, and keep/, typed: '\u001b[B\u001b[B\r' }],
  });
  expect([leaves.code, there(), drafts()]).toEqual([3, theirs, [`${TEXT}Mine.\n`]]);
  const overwrites = await runOnTerminal([...EDIT, '--draft', 'resume'], {
    env,
    steps: [
      faster(`${theirs}More.\n`),
      { prompt: /Overwrite it with mine/, typed: '\u001b[B\r' },
      { prompt: /-More\.[\s\S]*Save tidy/, typed: 'y\r' },
    ],
  });
  expect(overwrites.output).toContain('Saved tidy on build-01.');
  expect([overwrites.code, there(), drafts()]).toEqual([0, `${TEXT}Mine.\n`, []]);
});

test('a text survives the end of the program, and of the edit, while the editor is open', async () => {
  proves('UI-skill-draft');
  const { drafts, env, save, there } = await fixture(
    'echo "Typed." >> "$1"; kill -9 $(ps -o ppid= -p $PPID)',
  );
  const edit = (...more: readonly string[]) => runFleet([...EDIT, '--yes', ...more], { env });
  const { code } = await edit();
  expect([code, drafts()]).toEqual([null, [`${TEXT}Typed.\n`]]);
  const again = await edit();
  expect(again.code).toBe(2);
  expect(again.stderr).toContain('--draft resume');
  expect((await edit('--draft', 'resume')).code).toBe(0);
  expect((await edit()).stderr).toContain('Nothing was changed');
  // As a window does whose program did not wait for it.
  save(`${there()}Late.\n`);
  const late = await edit();
  expect([late.code, late.stderr]).toEqual([2, expect.stringContaining('--draft resume')]);
  await edit('--draft', 'resume');
  expect(there()).toBe(`${TEXT}Typed.\nLate.\n`);
});

test('what was written and cannot be read stays, and is named', async () => {
  proves('UI-written-unreadable', 'UI-skill-draft');
  const { drafts, env } = await fixture(
    'echo "Hours." >> "$1"; cd "$(dirname "$1")"; rm base.md; mkdir base.md; exit 1',
  );
  const edit = () => runFleet([...EDIT, '--yes'], { env });
  const named = expect.stringMatching(/drafts\/tidy\.\w+\/SKILL\.md$/);
  const broken = await edit();
  expect(JSON.parse(broken.stderr).error).toMatchObject({ code: 'usage', draft: named });
  expect(drafts()).toEqual([`${TEXT}Hours.\n`]);
  const again = await edit();
  expect(JSON.parse(again.stderr).error).toMatchObject({ code: 'local', draft: named });
  expect([again.code, drafts()]).toEqual([1, [`${TEXT}Hours.\n`]]);
  const base = join(dirname(JSON.parse(again.stderr).error.draft), 'base.md');
  for (const put of [['mkfifo'], ['ln', '-s', '/dev/zero']] as const) {
    rmSync(base, { recursive: true });
    execFileSync(put[0], [...put.slice(1), base]);
    const odd = await edit();
    expect(JSON.parse(odd.stderr).error).toMatchObject({
      title: 'The draft cannot be read',
      detail: `${base} is no file up to 64 MiB`,
      draft: named,
    });
    expect([odd.code, drafts()]).toEqual([1, [`${TEXT}Hours.\n`]]);
  }
});

test('without a person --yes saves what a script writes, and never over another’s change', async () => {
  proves('UI-skill-edit', 'UI-skill-draft');
  const { drafts, env, there } = await fixture(
    'echo "Script." >> "$1"',
    'echo "Late." >> "$1"; echo "Other." >> "$SKILL_FILE"',
  );
  const unasked = await runFleet(EDIT, { env });
  expect([unasked.code, there()]).toEqual([2, TEXT]);
  const saved = await runFleet([...EDIT, '--yes'], { env });
  expect([saved.code, saved.stdout, there()]).toEqual([0, '', `${TEXT}Script.\n`]);
  const beaten = await runFleet([...EDIT, '--yes'], { env });
  expect([beaten.code, JSON.parse(beaten.stderr).error]).toMatchObject([
    11,
    { code: 'changed_meanwhile', draft: expect.stringContaining('SKILL.md') },
  ]);
  expect([there(), drafts()]).toEqual([`${TEXT}Script.\nOther.\n`, [`${TEXT}Script.\nLate.\n`]]);
  const killed = await runFleet([...EDIT, '--yes', '--draft', 'discard'], {
    env: { ...env, NODE_OPTIONS: KILLED_AT_SECOND_RENAME },
  });
  await runFleet([...EDIT, '--yes', '--draft', 'resume'], { env });
  expect([killed.code, there()]).toEqual([null, `${TEXT}Script.\nOther.\n`]);
  const mistyped = await runFleet(['skill', 'edit', 'build-01', 'tidi', '--yes'], { env });
  expect(mistyped.code).toBe(6);
  expect(mistyped.stderr).toContain('Did you mean tidy?');
});
