import { expect, test } from 'vitest';
import { parseCondition } from '../../../src/flow/each/condition.ts';
import { selectMachines } from '../../../src/flow/each/select-machines.ts';
import { proves } from '../../support/proves.ts';

const MACHINES = [
  {
    id: 'mac_4',
    name: 'lab',
    hostname: 'build-01',
    status: 'offline',
    link: { events_waiting: 2 },
    runners: [{ name: 'shell', ready: true }],
  },
  { id: 'mac_3', name: 'twin', status: 'online', tags: ['db', 'arm'] },
  { id: 'mac_2', name: 'twin', status: 'online', version: null },
  { id: 'mac_1', name: 'build-01', status: 'degraded' },
];

function selected(patterns: readonly string[], where: readonly string[] = [], isExact = false) {
  const selector = {
    patterns: patterns.map((text) => ({ text, isExact })),
    conditions: where.map(parseCondition),
  };
  return selectMachines(MACHINES, selector).map(({ id }) => id);
}

test.each([
  [['*'], ['mac_1', 'mac_4', 'mac_2', 'mac_3']],
  [['build-*'], ['mac_1']],
  [['mac_4'], ['mac_4']],
  [
    ['mac_[12]', 'build-01', '{twin,lab}'],
    ['mac_1', 'mac_4', 'mac_2', 'mac_3'],
  ],
])('%j are names and ids, each machine once, by name', (patterns, ids) => {
  proves('UI-each-selector');
  expect(selected(patterns)).toEqual(ids);
});

test.each([
  [['status=online'], ['mac_2', 'mac_3']],
  [['status!=online'], ['mac_1', 'mac_4']],
  [
    ['status=o*', 'name!=lab'],
    ['mac_2', 'mac_3'],
  ],
  [['link.events_waiting=2'], ['mac_4']],
  [
    ['link=null', 'runners!=*shell*', 'runners!=*"name":"agent_a"*', 'tags=null'],
    ['mac_1', 'mac_2'],
  ],
  [['tags=arm'], ['mac_3']],
  // As a script writes a list that has one name left.
  [['name!={twin}', 'status!={offline}'], ['mac_1']],
  [['version=null', 'status!=degraded', 'name=twin', 'tags!=db'], ['mac_2']],
  [['tags!=null'], ['mac_3']],
])('of those only what is %j', (where, ids) => {
  proves('UI-each-selector');
  expect(selected(['*'], where)).toEqual(ids);
});

test.each([
  [['tea'], [], 'unknown_machine'],
  [['tea*'], [], 'unknown_machine'],
  [['!twin'], [], 'unknown_machine'],
  // A machine says its hostname itself.
  [['build-01.local'], [], 'unknown_machine'],
  [['twin'], [], 'ambiguous_machine'],
  [[''], [], 'usage'],
  [['*'], ['staus=online'], 'usage'],
  [['*'], ['constructor=x'], 'usage'],
  // A table shows the names of such records, and with != every machine would be chosen.
  [['*'], ['runners!=shell'], 'usage'],
  [['*'], ['runners!={shell,agent_*}'], 'usage'],
  [['*'], ['link!=ok'], 'usage'],
  // With the blank, the second would be one that no machine is called.
  [['*'], ['name!={lab, build-01}'], 'usage'],
  [['*'], ['name!=@(lab | build-01)'], 'usage'],
  [['{lab, build-01}'], [], 'usage'],
])('%j with %j is refused: %s', (patterns, where, code) => {
  proves('UI-each-selector');
  expect(() => selected(patterns, where)).toThrow(
    expect.objectContaining({ facts: expect.objectContaining({ code }) }),
  );
});

test('in a list of names no character stands for others', () => {
  proves('UI-each-selector');
  expect(() => selected(['*'], [], true)).toThrow('Nothing was sent.');
  expect(selected(['lab'], [], true)).toEqual(['mac_4']);
});

test('blanks at the ends of a line may be part of the name, and are not taken off where that is another', () => {
  proves('UI-each-selector');
  const onLine = (line: string, names: readonly string[]) =>
    selectMachines(
      names.map((name) => ({ id: `mac ${name}`, name })),
      { patterns: [{ text: line, isExact: true }], conditions: [] },
    ).map(({ name }) => name);
  expect(onLine(' lab\t', ['lab', 'twin'])).toEqual(['lab']);
  expect(onLine('lab ', ['lab ', 'twin'])).toEqual(['lab ']);
  expect(onLine('lab', ['lab ', 'lab'])).toEqual(['lab']);
  expect(() => onLine('lab ', ['lab ', 'lab'])).toThrow('mac lab , mac lab');
});

test.each([
  'status',
  '=online',
  '',
  // As other programs write them: with != such a value would select every machine.
  "name!='lab'",
  'name!="lab"',
  'name!= lab',
  'name!==lab',
  'name=~lab',
  'name!=lab,twin',
  'name!=lab|twin',
  'name!=(lab|twin)',
  'name!=lab,status=online',
  'name!=lab && status=online',
  'name!={"lab","twin"}',
  'name!=["lab"]',
  "name!=@('lab'|'twin')",
  'name!=“lab”',
])('%j is no condition', (text) => {
  proves('UI-each-selector');
  expect(() => parseCondition(text)).toThrow(JSON.stringify(text));
});

test.each([
  'name={lab,twin}',
  'name!=@(lab|+(twin,x))',
  'runners=*"name":"shell","ready":true*',
  "name=Ann's box",
])('%j is one', (text) => {
  expect(parseCondition(text).value).toBe(text.slice(text.indexOf('=') + 1));
});

test('no text of a machine makes a glob take long, and a star is every character', () => {
  proves('UI-each-selector');
  const hostname = `${'-a'.repeat(400)}\nb.`;
  const machines = [{ id: 'mac_1', name: 'one', hostname }, { id: 'mac_2' }];
  const idsWhere = (condition: string) =>
    selectMachines(machines, {
      patterns: [{ text: '*', isExact: false }],
      conditions: [parseCondition(condition)],
    }).map(({ id }) => id);
  expect(idsWhere('hostname=*a*a*a*a*c')).toEqual([]);
  expect(idsWhere('hostname=*a*a*a*a*b.')).toEqual(['mac_1']);
  expect(idsWhere('hostname=*')).toEqual(['mac_1']);
  expect(idsWhere('name=!(two|three)')).toEqual(['mac_1']);
  expect(() => idsWhere('hostname=!(two)*')).toThrow('at most 200');
});
