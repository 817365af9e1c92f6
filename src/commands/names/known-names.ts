import { isObject } from '../../base/json/object.ts';
import { isKept, type KeptName, type KeptNames } from '../../contract/kept-name.ts';

/** The skills of a machine that is called by its id, name or hostname; of all without one. */
export function skillsOf(
  names: KeptNames['names'],
  machine: string | undefined,
): readonly KeptName[] {
  const called = machine === undefined ? undefined : namesOfMachine(names, machine);
  const found = new Map<string, KeptName>();
  for (const skill of names.skill ?? []) {
    if (called !== undefined && !called.has(skill.machine ?? '')) continue;
    const before = found.get(skill.id);
    if (before?.about === undefined) found.set(skill.id, skill);
  }
  return [...found.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
}

/** How else a machine is called. */
function namesOfMachine({ machine = [] }: KeptNames['names'], called: string): ReadonlySet<string> {
  const meant = machine.filter(({ hostname, id, name }) => [id, name, hostname].includes(called));
  const others = meant.flatMap(({ hostname = '', id, name = '' }) => [id, name, hostname]);
  return new Set([called, ...others.filter(Boolean)]);
}

/** Without what was seen too long ago, and what no answer of ours wrote: the file may be damaged. */
export function stillKept({ columns, names }: KeptNames, now: number): KeptNames {
  const kept = Object.entries(names).map(([kind, all]) => [
    kind,
    Array.isArray(all) ? all.filter((name) => isName(name) && isKept(name, now)) : [],
  ]);
  const ofOperations = Object.entries(columns).filter(
    ([, each]) => isObject(each) && areTexts(each.names) && isKept(each, now),
  );
  return { names: Object.fromEntries(kept), columns: Object.fromEntries(ofOperations) };
}

const TEXTS = ['name', 'hostname', 'machine', 'state', 'about'] as const;

function isName(value: unknown): boolean {
  if (!isObject(value) || typeof value['id'] !== 'string') return false;
  const { atMs = 0, options = [] } = value;
  const texts = TEXTS.map((member) => value[member] ?? '');
  return areTexts(texts) && areTexts(options) && typeof atMs === 'number';
}

function areTexts(values: unknown): boolean {
  return Array.isArray(values) && values.every((each) => typeof each === 'string');
}
