import { mkdirSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EDITING_SKILLS } from '../../../requirements/editing-skills.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const { code: noMachine, exit, noSkill } = EDITING_SKILLS['UI-skill-nothing'];

/** Two machines with these skills, and a folder with those. */
async function startComparison(there: readonly string[], here: readonly string[]) {
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const tool = { input_schema: { type: 'object', properties }, scope: 'fleet:admin' };
  const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
  const service = await startScriptedService({
    tools: [
      { name: 'get_skill', class: 'read', ...tool },
      { name: 'save_skill', class: 'destructive', ...tool },
      { name: 'delete_skill', class: 'destructive', ...tool },
    ],
    answer({ body, path }) {
      if (path === '/api/v1/machines') {
        return { body: { machines: [machine, { ...machine, id: 'mac_2', name: 'den' }] } };
      }
      if (path.startsWith('/api/v1/skills')) {
        return { body: { skills: there.map((name) => ({ name })) } };
      }
      if (!path.includes('/tools/')) return { body: machine };
      const isThere = there.includes(JSON.parse(body).skill);
      return isThere ? { body: { content: 'Theirs.\n' } } : problemResponse(404, 'unknown_skill');
    },
  });
  onTestFinished(() => service.stop());
  const folder = newTemporaryFolder();
  for (const name of here) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'SKILL.md'), 'Mine.\n');
  }
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const fleet = (...args: readonly string[]) =>
    runFleet(['skill', ...args, ...(args.includes('--dir') ? [] : ['--dir', folder])], { env });
  const sent = () => service.calls().map(({ method, path }) => `${method} ${path}`);
  return { fleet, kept: () => readdir(folder), sent };
}

const WAYS = [
  ['pull', '--prune', '--yes'],
  ['pull', '--prune', '--dry-run'],
  ['pull', '--yes', '-o', 'table'],
  ['push', '--prune', '--yes'],
  ['push', '--dry-run'],
  ['diff', '--exit-code'],
  ['diff', '-o', 'table'],
];

test.each(WAYS.map((way) => [way]))(
  'no machine that is selected is nothing to compare with: %j',
  async (way) => {
    proves('UI-skill-nothing');
    const { fleet, kept, sent } = await startComparison(['tidy'], ['mine', 'tidy']);
    for (const value of way[0] === 'diff' ? ['status=offline', 'status=onlin'] : ['status=onlin']) {
      const run = await fleet(...way, '--machine', '*', '--where', value);
      expect([run.code, run.stdout]).toEqual([exit, '']);
      expect(run.stderr).toContain('No machine is selected');
      if (!way.includes('table'))
        expect(JSON.parse(run.stderr).error).toMatchObject({ code: noMachine });
    }
    expect(await kept()).toEqual(['mine', 'tidy']);
    expect(new Set(sent())).toEqual(new Set(['GET /api/v1/machines']));
  },
);

test.each([['--yes'], ['--dry-run']])(
  'what only a machine may have that --where leaves out is not deleted: pull --prune %s',
  async (flag) => {
    proves('UI-skill-nothing');
    const { fleet, kept, sent } = await startComparison(['tidy'], ['mine', 'tidy']);
    const run = await fleet('pull', '--machine', '*', '--where', 'name=box', '--prune', flag);
    expect([run.code, run.stdout]).toEqual([2, '']);
    expect(JSON.parse(run.stderr).error.detail).toContain('den');
    expect(await kept()).toEqual(['mine', 'tidy']);
    expect(new Set(sent())).toEqual(new Set(['GET /api/v1/machines']));
  },
);

test.each([['--yes'], ['--dry-run']])(
  'a folder without a skill pushes and deletes none: %s',
  async (flag) => {
    proves('UI-skill-nothing');
    const { fleet, sent } = await startComparison(['tidy'], []);
    // The folder above the one that is meant has a folder that is named as a skill can be.
    const above = await startComparison(['tidy'], ['skills/tidy']);
    for (const each of [fleet, above.fleet]) {
      const run = await each('push', 'box', 'den', '--prune', flag);
      expect([run.code, run.stdout]).toEqual([exit, '']);
      expect(JSON.parse(run.stderr).error).toMatchObject({ code: noSkill });
    }
    // As of a variable that is not set.
    const unset = await fleet('push', 'box', '--prune', flag, '--dir', '');
    expect([unset.code, JSON.parse(unset.stderr).error.title]).toEqual([2, '--dir is empty']);
    const wrong = await fleet('push', 'box', 'den', flag);
    expect([wrong.code, wrong.stdout]).toEqual([exit, '']);
    expect(JSON.parse(wrong.stderr).error).toMatchObject({ code: noSkill });
    expect([...sent(), ...above.sent()]).toEqual([]);
  },
);

test.each([['--yes'], ['--dry-run']])(
  'machines without a skill delete none: pull --prune %s',
  async (flag) => {
    proves('UI-skill-nothing');
    const { fleet, kept } = await startComparison([], ['mine', 'tidy']);
    const run = await fleet('pull', '--machine', '*', '--prune', flag);
    expect([run.code, run.stdout]).toEqual([exit, '']);
    expect(JSON.parse(run.stderr).error).toMatchObject({ code: noSkill });
    expect(await kept()).toEqual(['mine', 'tidy']);
    expect((await fleet('pull', 'box')).code).toBe(0);
    const both = await startComparison([], []);
    expect((await both.fleet('pull', 'box', '--prune', flag)).code).toBe(0);
  },
);
