import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EDITING_SKILLS } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const { notKept, unconfirmed } = EDITING_SKILLS['UI-skill-kept'];
const MACHINE = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
const PROPERTIES = Object.fromEntries(
  ['machine', 'skill', 'content'].map((name) => [name, { type: 'string' }]),
);
const SCHEMA = { type: 'object', properties: PROPERTIES, required: ['machine', 'skill'] };

interface Liar {
  /** What it says to a change. */
  readonly says: object;
  /** What the machine has afterwards; undefined where nobody can read it any more. */
  readonly has: ((sent: string) => string) | undefined;
}

/** A service whose machine has the skills `tidy` and `old`, and what to call its `fleet` with. */
async function startLiar({ has, says }: Liar) {
  const texts = new Map([
    ['tidy', 'Theirs.\n'],
    ['old', 'Old.\n'],
  ]);
  let acts = 0;
  const service = await startScriptedService({
    tools: [
      { name: 'get_skill', class: 'read', input_schema: SCHEMA },
      { name: 'save_skill', class: 'destructive', input_schema: SCHEMA },
      { name: 'delete_skill', class: 'destructive', input_schema: SCHEMA },
    ],
    answer({ body, path }) {
      if (/(save|delete)_skill$/.test(path)) {
        const { content = '', skill } = JSON.parse(body);
        acts += 1;
        if (has !== undefined && path.endsWith('save_skill')) texts.set(skill, has(content));
        return { body: says };
      }
      if (path.endsWith('/get_skill')) {
        if (acts > 0 && has === undefined) return problemResponse(403, 'forbidden');
        return { body: { content: texts.get(JSON.parse(body).skill) } };
      }
      if (path.includes('/skills'))
        return { body: { skills: [{ name: 'tidy' }, { name: 'old' }] } };
      return { body: path.endsWith('/machines') ? { machines: [MACHINE] } : { machine: MACHINE } };
    },
  });
  onTestFinished(() => service.stop());
  const dir = newTemporaryFolder();
  for (const [name, text] of [
    ['tidy', 'Mine.\n'],
    ['old', 'Old.\n'],
  ] as const) {
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, 'SKILL.md'), text);
  }
  const state = newTemporaryFolder();
  const env = {
    FLEET_BASE_URL: service.baseUrl,
    FLEET_API_KEY: 'key-1',
    FLEET_STATE_DIR: state,
    EDITOR: 'echo Mine. >',
  };
  const fleet = (...args: readonly string[]) => runFleet(['skill', ...args, '--yes'], { env });
  return { dir, fleet, state, acts: () => acts };
}

const DROPPED: Liar = { says: { saved: true }, has: () => 'Theirs.\n' };
const REFUSED: Liar = { says: { saved: false }, has: () => 'Theirs.\n' };
const CHANGED: Liar = { says: { saved: true }, has: (sent) => `${sent}And more.\n` };
const MARKED: Liar = { says: { saved: true }, has: () => 'Theirs [scrubbed].\n' };
const DEAF: Liar = { says: { saved: true }, has: undefined };

test.each([
  ['was not kept', DROPPED, 'failed', notKept, /has another text/],
  ['is said not to be saved', REFUSED, 'failed', notKept, /saved: false.*has another text/],
  ['is another one', CHANGED, 'failed', notKept, /has another text/],
  ['is another one with a mark', MARKED, 'failed', notKept, /has another text/],
  ['cannot be read', DEAF, 'unconfirmed', unconfirmed, /sent once.*cannot be read back/],
])('push tells of a text that %s, and sends it once', async (_what, liar, outcome, end, why) => {
  proves('UI-skill-kept');
  const { acts, dir, fleet } = await startLiar(liar);
  const { code, stdout } = await fleet('push', 'box', '--dir', dir);
  const rows = JSON.parse(stdout).skills;
  expect([code, rows]).toMatchObject([
    end.exit,
    [{ skill: 'tidy', outcome, detail: expect.stringMatching(why) }],
  ]);
  expect(acts()).toBe(1);
});

test.each([
  ['was not kept', DROPPED, notKept],
  ['is said not to be saved', REFUSED, notKept],
  ['cannot be read', DEAF, unconfirmed],
])('edit tells of a text that %s, and keeps the draft', async (_what, liar, { code, exit }) => {
  proves('UI-skill-kept', 'UI-skill-draft');
  const { acts, fleet, state } = await startLiar(liar);
  const run = await fleet('edit', 'box', 'tidy');
  const { error } = JSON.parse(run.stderr);
  expect([run.code, error.code]).toEqual([exit, code]);
  expect(acts()).toBe(1);
  expect(readFileSync(error.draft, 'utf8')).toBe('Mine.\n');
  expect(readdirSync(state)).toContain('drafts');
});

test.each([
  ['without its last line end', 'Mine.'],
  ['with one more', 'Mine.\n\n'],
  ['with those of Windows', 'Mine.\r\n'],
  ['and shows without what looks like a secret', 'M[scrubbed].\n'],
])('a text that the machine keeps %s was kept', async (_what, kept) => {
  proves('UI-skill-kept');
  const { acts, dir, fleet } = await startLiar({ says: { saved: true }, has: () => kept });
  const { code, stdout } = await fleet('push', 'box', '--dir', dir);
  const rows = JSON.parse(stdout).skills;
  expect([code, rows]).toMatchObject([0, [{ skill: 'tidy', outcome: 'done' }]]);
  expect((await fleet('edit', 'box', 'tidy')).code).toBe(0);
  expect(acts()).toBeGreaterThan(0);
});

test('push tells of a skill that is said to be deleted and is still there', async () => {
  proves('UI-skill-kept');
  const { acts, fleet } = await startLiar({ says: { deleted: true }, has: (sent) => sent });
  const dir = newTemporaryFolder();
  mkdirSync(join(dir, 'tidy'));
  writeFileSync(join(dir, 'tidy', 'SKILL.md'), 'Theirs.\n');
  const { code, stdout } = await fleet('push', 'box', '--prune', '--dir', dir);
  expect([code, JSON.parse(stdout).skills]).toMatchObject([
    notKept.exit,
    [{ skill: 'old', outcome: 'failed', detail: expect.stringContaining('still has it') }],
  ]);
  expect(acts()).toBe(1);
});

test('people read in one line that a change was sent and is not confirmed', async () => {
  proves('UI-skill-kept');
  const { dir, fleet } = await startLiar(DEAF);
  const { stdout } = await fleet('push', 'box', '--dir', dir, '-o', 'table');
  expect(stdout).toMatch(/\nbox: tidy sent, and not confirmed: .*cannot be read back/);
});

test('the rest of a push that ended so is told as not sent, and not by the words of what was', async () => {
  proves('UI-skill-kept');
  const { acts, dir, fleet } = await startLiar(DEAF);
  writeFileSync(join(dir, 'old', 'SKILL.md'), 'New.\n');
  const { stdout } = await fleet('push', 'box', '--dir', dir);
  expect(JSON.parse(stdout).skills).toMatchObject([
    { skill: 'old', outcome: 'unconfirmed' },
    { skill: 'tidy', outcome: 'not_sent', detail: expect.stringMatching(/^Ended at old: /) },
  ]);
  expect(acts()).toBe(1);
});
