import { expect, test } from 'vitest';
import { createSeenTools } from '../../../src/bridge/tools/seen-tools.ts';
import { classOfTool } from '../../../src/bridge/tools/tool-class.ts';
import { offeredTools, toolFilter } from '../../../src/bridge/tools/tool-filter.ts';
import { readBridgeOptions } from '../../../src/commands/mcp/options.ts';
import { proves } from '../../support/proves.ts';

test('no spelling of a name passes a deny, and none takes long', async () => {
  proves('UI-mcp-filters');
  const filter = await toolFilter({ readOnly: false, allow: [], deny: ['delete*', '*a*a*a*a*b'] });
  for (const name of ['delete_skill', 'delete\nskill', 'delete/../skill', 'a'.repeat(129)]) {
    expect([name, filter(name, 'write')]).toEqual([name, 'denied']);
  }
  expect(filter('rename_machine', 'write')).toBeUndefined();
  const open = await toolFilter({ readOnly: false, allow: [], deny: [] });
  expect(open('delete\nskill', 'write')).toBeUndefined();
});

test('a name counts as the command is spelled too, and one that names no tool is refused', async () => {
  proves('UI-mcp-filters');
  const options = { readOnly: false, allow: ['list-*', 'delete-[a-z]*'], deny: [] };
  const denying = await toolFilter({ ...options, allow: [], deny: options.allow });
  const allowing = await toolFilter(options);
  for (const name of ['list_jobs', 'list-jobs', 'delete_skill']) {
    expect([name, denying(name, 'write'), allowing(name, 'write')]).toEqual([
      name,
      'denied',
      undefined,
    ]);
  }
  const other = await toolFilter({ ...options, allow: [], deny: ['Delete_Skill'] });
  expect(other('delete_skill', 'write')).toBe('denied');
  const braces = '{list_jobs, list_inbox}';
  expect(readBridgeOptions(['--deny', braces]).deny).toEqual([braces]);
  for (const list of ['delete_skill,cancel_job', ' delete_skill', 'a;b', '']) {
    expect(() => readBridgeOptions(['--deny', list])).toThrow('names of tools');
  }
});

test('a name counts as assistants spell it, with the server before it', async () => {
  proves('UI-mcp-filters');
  for (const glob of [
    'mcp__fleet__delete_skill',
    'mcp__fleet-work__delete-skill',
    'MCP__Fleet__Delete_*',
    'mcp_fleet_delete_skill',
    'fleet:delete_skill',
    'fleet/delete_skill',
    'fleet.delete_skill',
    'fleet__delete_skill',
    'fleet_delete_skill',
    'fleet-delete_skill',
    '{mcp__fleet__delete_skill,mcp__fleet__save_skill}',
  ]) {
    const [deny] = readBridgeOptions(['--deny', glob]).deny;
    const filter = await toolFilter({ readOnly: false, allow: [], deny: [deny ?? ''] });
    const judged = ['delete_skill', 'rename_machine'].map((name) => filter(name, 'write'));
    expect([glob, ...judged]).toEqual([glob, 'denied', undefined]);
  }
  const options = { readOnly: false, allow: ['mcp__fleet__list_*', 'other:run_skill'], deny: [] };
  const allowing = await toolFilter(options);
  const names = ['list_jobs', 'run_skill', 'other:run_skill'];
  expect(names.map((name) => allowing(name, 'write'))).toEqual([
    undefined,
    'not_allowed',
    undefined,
  ]);
});

test.each([
  '!delete-skill',
  '!mcp__fleet__delete_skill',
  '!(delete-skill)',
  '@(fleet__delete_skill|fleet__cancel_job)',
  '+(fleet__delete_skill)',
  '(delete_skill|cancel_job)',
  'delete_skill|cancel_job',
  '(?!delete-skill)*',
  'delete[!-]skill',
  '[^D]*',
  String.raw`delete\-skill`,
  '"delete-skill"',
  '{delete-skill}',
  '{delete-skill',
  'delete[-skill',
  'step_{8..12}',
  'step_{1..3,7}',
])('a glob that does not have one meaning in every spelling is refused: %s', (glob) => {
  proves('UI-mcp-filters');
  for (const [flag, other] of [
    ['allow', 'deny'],
    ['deny', 'allow'],
  ] as const) {
    const read = () => readBridgeOptions([`--${flag}`, glob]);
    expect(read).toThrow(`--${flag} is ${JSON.stringify(glob)}; allowed are names of tools`);
    expect(read).toThrow(`stands in --${other}.`);
  }
});

test.each([
  'mcp__fleet',
  'mcp__fleet__',
  'mcp__fleet-work',
  'MCP__Fleet',
  'mcp__*',
  'mcp_fleet',
  'fleet',
  'fleet:',
  'fleet__',
  '{save_skill, mcp__fleet}',
])('an entry that names the server and no tool of it is refused: %s', (glob) => {
  proves('UI-mcp-filters-server');
  for (const flag of ['allow', 'deny']) {
    const read = () => readBridgeOptions([`--${flag}`, 'list_jobs', `--${flag}`, glob]);
    expect(read).toThrow(
      `--${flag} is ${JSON.stringify(glob)}, which names the server and no tool`,
    );
    expect(read).toThrow('mcp__fleet__delete_skill, or * for every tool');
  }
});

test('with the server before it, a star names every tool', async () => {
  proves('UI-mcp-filters-server');
  const { deny } = readBridgeOptions(['--deny', 'mcp__fleet__*']);
  const filter = await toolFilter({ readOnly: false, allow: [], deny });
  expect(filter('delete_skill', 'write')).toBe('denied');
});

test.each([
  '{save_skill, fleet:delete-skill}',
  'delete[-.]skill',
  'delete[.-]skill',
  'delete?skill',
])('a list with spaces and a set with a hyphen count as they read: %s', async (glob) => {
  proves('UI-mcp-filters');
  const { deny } = readBridgeOptions(['--deny', glob]);
  const filter = await toolFilter({ readOnly: false, allow: [], deny });
  expect(filter('delete_skill', 'write')).toBe('denied');
  expect(filter('rename_machine', 'write')).toBeUndefined();
});

const NO_FILTER = () => undefined;

test('no hint makes a tool look milder than it counts', () => {
  proves('UI-confirm-stricter');
  for (const [name, served, shown] of [
    ['delete_skill', { readOnlyHint: true, destructiveHint: true, title: 'x' }, [false, true]],
    ['delete_skill', { readOnlyHint: 'true' }, [false, true]],
    ['delete_skill', { destructiveHint: false }, [false, true]],
    ['delete-skill', { readOnlyHint: true }, [false, true]],
    ['rename_machine', { readOnlyHint: null, destructiveHint: false }, [false, false]],
    ['new_one', { readOnlyHint: true, destructiveHint: true }, [false, true]],
  ] as const) {
    const [tool] = offeredTools([{ name, annotations: served }], NO_FILTER);
    const [readOnlyHint, destructiveHint] = shown;
    expect(tool).toEqual({ name, annotations: { ...served, readOnlyHint, destructiveHint } });
  }
  const asServed = [
    { name: 'delete_skill', annotations: { destructiveHint: true } },
    { name: 'rename_machine', annotations: { readOnlyHint: false, destructiveHint: true } },
    { name: 'list_jobs', annotations: { readOnlyHint: true, destructiveHint: false } },
    { name: 'delete_machine' },
  ];
  expect(offeredTools(asServed, NO_FILTER)).toEqual(asServed);
});

test('a tool is a write only where both hints say so', () => {
  proves('UI-confirm-stricter');
  const classOf = (annotations: object) => classOfTool('new_one', { name: 'new_one', annotations });
  expect(classOf({ readOnlyHint: false, destructiveHint: false })).toBe('write');
  expect(classOf({ destructiveHint: false })).toBeUndefined();
  expect(classOf({ readOnlyHint: false })).toBeUndefined();
});

test('a service that names other tools in every list is not remembered for ever', () => {
  const seen = createSeenTools();
  const tools = (list: number) =>
    Array.from({ length: 5000 }, (_, at) => ({ name: `tool_${list}_${at}`, description: 'x' }));
  const lists = Array.from({ length: 6 }, (_, list) => seen.add(tools(list)));
  expect(lists).toEqual([true, true, true, false, false, false]);
  expect([seen.add(tools(0)), seen.first.size]).toEqual([true, 15_000]);
});
