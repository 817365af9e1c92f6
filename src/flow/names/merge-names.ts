import {
  isKept,
  type KeptName,
  type KeptNames,
  NAME_KINDS,
  type NameKind,
} from '../../contract/kept-name.ts';
import { type Answered, namesIn } from './names-in-answer.ts';

/** The same thing seen again within this time is no news. */
const NEWS_MS = 60 * 1000;
/** Of each kind, the newest. */
const NAMES_MAX: Readonly<Record<NameKind, number>> = {
  machine: 1000,
  skill: 1000,
  job: 200,
  command: 100,
  delivery: 100,
  alert: 100,
  channel: 100,
  issue: 100,
};
/** A longer one nobody types. */
const ID_CHARS_MAX = 200;
const ABOUT_CHARS_MAX = 80;
const OPERATIONS_MAX = 50;

/** What is known after an answer: what it names, then what was known before and still counts. */
export function afterAnswer(before: KeptNames, answered: Answered, nowMs: number): KeptNames {
  const found = namesIn(answered);
  const names: Partial<Record<NameKind, readonly KeptName[]>> = {};
  for (const kind of NAME_KINDS) {
    const known = (before.names[kind] ?? []).filter((name) => isKept(name, nowMs));
    const seen = found.names[kind].filter(({ id }) => id.length <= ID_CHARS_MAX);
    if (known.length === 0 && seen.length === 0) continue;
    const knownById = new Map(known.map((name) => [keyOf(kind, name), name]));
    const merged = new Map<string, KeptName>();
    for (const name of seen) {
      const key = keyOf(kind, name);
      const old = merged.get(key) ?? knownById.get(key);
      merged.set(key, newer(old, { ...shortened(name), seenAtMs: nowMs }));
    }
    const isGone = goneBy(kind, found, machinesIn(before, found.names.machine));
    for (const [key, name] of knownById) {
      if (!merged.has(key) && !isGone(name)) merged.set(key, name);
    }
    const isNews = merged.size !== known.length || known.some((name) => !isIn(merged, kind, name));
    names[kind] = isNews ? [...merged.values()].slice(0, NAMES_MAX[kind]) : known;
  }
  return { names, columns: before.columns };
}

/** The same with the members of the rows that an operation answered with. */
export function withColumns(
  before: KeptNames,
  operation: string,
  names: readonly string[],
  nowMs: number,
): KeptNames {
  const old = before.columns[operation];
  const isKnown = old !== undefined && nowMs - old.seenAtMs <= NEWS_MS;
  if (isKnown && String(old.names) === String(names)) return before;
  const others = Object.entries(before.columns).filter(
    ([name, columns]) => name !== operation && isKept(columns, nowMs),
  );
  const kept = [[operation, { names, seenAtMs: nowMs }], ...others.slice(0, OPERATIONS_MAX - 1)];
  return { ...before, columns: Object.fromEntries(kept) };
}

/** Whether nothing has changed of it. */
function isIn(merged: ReadonlyMap<string, KeptName>, kind: NameKind, name: KeptName): boolean {
  return merged.get(keyOf(kind, name)) === name;
}

function keyOf(kind: NameKind, { id, machine }: Pick<KeptName, 'id' | 'machine'>): string {
  return kind === 'skill' ? `${machine ?? ''}\n${id}` : id;
}

/** What a list leaves out stays as it was known; what nothing has changed of keeps its time. */
function newer(old: KeptName | undefined, seen: KeptName): KeptName {
  if (old === undefined) return seen;
  const merged = { ...old, ...seen };
  const isSame =
    JSON.stringify({ ...merged, seenAtMs: 0 }) === JSON.stringify({ ...old, seenAtMs: 0 });
  return isSame && seen.seenAtMs - old.seenAtMs <= NEWS_MS ? old : merged;
}

function shortened<Name extends Pick<KeptName, 'about'>>(name: Name): Name {
  const { about = '' } = name;
  return about.length <= ABOUT_CHARS_MAX
    ? name
    : { ...name, about: `${about.slice(0, ABOUT_CHARS_MAX - 1)}…` };
}

/** What a whole list does not have any more, and what was just removed. */
function goneBy(
  kind: NameKind,
  { allSkillsOf, isAllMachines, removed }: ReturnType<typeof namesIn>,
  isMachine: (called: string, machine: string | undefined) => boolean,
): (name: KeptName) => boolean {
  return ({ id, machine, name }) => {
    if (removed?.kind === 'machine' && kind === 'machine' && [id, name].includes(removed.id))
      return true;
    if (removed?.kind === 'skill' && kind === 'skill' && id === removed.id) {
      return isMachine(removed.machine ?? '', machine);
    }
    if (kind === 'machine') return isAllMachines;
    if (kind !== 'skill' || allSkillsOf === undefined) return false;
    return allSkillsOf === '*' || isMachine(allSkillsOf, machine);
  };
}

/** Whether a machine, called by id, name or hostname, is the one of that id. */
function machinesIn(before: KeptNames, found: readonly Omit<KeptName, 'seenAtMs'>[]) {
  const machines = [...found, ...(before.names.machine ?? [])];
  return (called: string, machine: string | undefined): boolean =>
    called === machine ||
    machines.some(
      ({ hostname, id, name }) =>
        [id, name, hostname].includes(called) && [id, name, hostname].includes(machine),
    );
}
