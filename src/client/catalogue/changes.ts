import { membersOf } from '../../base/json/object.ts';
import { classThatCounts } from '../../contract/confirmation.ts';
import type { Tool } from '../../contract/tool.ts';

/** One difference of two catalogues. */
export interface CatalogueChange {
  readonly operation: string;
  /** Whether what worked before may not work now. */
  readonly breaking: boolean;
  /** In words; names in it are the service's. */
  readonly change: string;
}

/** What changed from one catalogue to the next, breaking changes first. */
export function changesBetween(
  before: readonly Tool[],
  after: readonly Tool[],
): readonly CatalogueChange[] {
  const then = new Map(before.map((tool) => [tool.name, tool]));
  const now = new Set(after.map(({ name }) => name));
  const changes = [
    ...before.filter(({ name }) => !now.has(name)).map(({ name }) => breaking(name, 'is gone')),
    ...after.flatMap((tool) => {
      const old = then.get(tool.name);
      return old === undefined ? [added(tool.name, 'is new')] : changesOf(old, tool);
    }),
  ];
  return [
    ...changes.filter((change) => change.breaking),
    ...changes.filter((change) => !change.breaking),
  ];
}

function changesOf(before: Tool, after: Tool): readonly CatalogueChange[] {
  const { name } = after;
  return [
    ...accessChanges(before, after),
    ...inputChanges(before.input_schema, after.input_schema).map(([isBreaking, change]) =>
      isBreaking ? breaking(name, change) : added(name, change),
    ),
  ];
}

function accessChanges(before: Tool, after: Tool): readonly CatalogueChange[] {
  const { name } = after;
  const changes: CatalogueChange[] = [];
  const [was, is] = [before, after].map((tool) => classThatCounts(name, tool.class));
  if (was !== is) changes.push(breaking(name, `is of class ${is}, was ${was}`));
  if (before.scope !== after.scope) changes.push(breaking(name, `needs ${after.scope}`));
  if (before.allowed === true && after.allowed === false) {
    changes.push(breaking(name, 'is no longer allowed for this key'));
  }
  if (before.allowed === false && after.allowed === true) {
    changes.push(added(name, 'is allowed for this key now'));
  }
  return changes;
}

/** Whether it breaks, and what it is. */
type InputChange = readonly [boolean, string];

function inputChanges(before: unknown, after: unknown): readonly InputChange[] {
  const [was, is] = [inputOf(before), inputOf(after)];
  const gone = [...was.members.keys()].filter((member) => !is.members.has(member));
  return [
    ...gone.map((member): InputChange => [true, `no longer takes ${member}`]),
    ...[...is.members].flatMap(([member, schema]): readonly InputChange[] => {
      const isNew = !was.members.has(member);
      const isForced = is.required.has(member) && !was.required.has(member);
      if (isForced) return [[true, `wants ${member}`]];
      if (isNew) return [[false, `takes ${member}`]];
      const isFree = was.required.has(member) && !is.required.has(member);
      const freed: readonly InputChange[] = isFree ? [[false, `no longer wants ${member}`]] : [];
      return [...freed, ...memberChanges(member, membersOf(was.members.get(member)), schema)];
    }),
  ];
}

function inputOf(schema: unknown) {
  const { properties, required } = membersOf(schema);
  const members = Object.entries(membersOf(properties));
  return {
    members: new Map(members.map(([name, member]) => [name, membersOf(member)])),
    required: new Set(Array.isArray(required) ? required.map(String) : []),
  };
}

/** Limits of one member, by which is the narrower. */
const LIMITS = [
  ['maximum', 'at most', (was: number, is: number) => is < was],
  ['maxLength', 'at most so many characters:', (was: number, is: number) => is < was],
  ['minimum', 'at least', (was: number, is: number) => is > was],
  ['minLength', 'at least so many characters:', (was: number, is: number) => is > was],
] as const;

function memberChanges(
  member: string,
  was: Readonly<Record<string, unknown>>,
  is: Readonly<Record<string, unknown>>,
): readonly InputChange[] {
  const changes: InputChange[] = [];
  const [typeBefore, type] = [was['type'], is['type']].map((each) => JSON.stringify(each));
  if (typeBefore !== type) changes.push([true, `${member} is of another type: ${type ?? 'any'}`]);
  const [old, choices] = [was['enum'], is['enum']];
  if (Array.isArray(choices)) changes.push(...choiceChanges(member, old, choices));
  for (const [limit, words, isNarrower] of LIMITS) {
    const [from, to] = [was[limit], is[limit]];
    if (typeof to !== 'number' || from === to) continue;
    const narrower = typeof from !== 'number' || isNarrower(from, to);
    if (narrower) changes.push([true, `${member} is ${words} ${to}`]);
  }
  return changes;
}

function choiceChanges(
  member: string,
  old: unknown,
  choices: readonly unknown[],
): readonly InputChange[] {
  if (!Array.isArray(old)) return [[true, `${member} is one of ${listed(choices)}`]];
  const lost = without(old, choices);
  const more = without(choices, old);
  const [isLost, isMore] = [lost.length > 0, more.length > 0];
  return [
    ...(isLost ? [[true, `${member} can no longer be ${listed(lost)}`] as const] : []),
    ...(isMore ? [[false, `${member} can be ${listed(more)}`] as const] : []),
  ];
}

/** The values that are not among the others, which may be many. */
function without(values: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = new Set(others.map((value) => JSON.stringify(value)));
  return values.filter((value) => !known.has(JSON.stringify(value)));
}

const LISTED_MAX = 20;

function listed(values: readonly unknown[]): string {
  const words = values
    .slice(0, LISTED_MAX)
    .map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
    .join(', ');
  return values.length > LISTED_MAX ? `${words} and ${values.length - LISTED_MAX} more` : words;
}

function breaking(operation: string, change: string): CatalogueChange {
  return { operation, breaking: true, change };
}

function added(operation: string, change: string): CatalogueChange {
  return { operation, breaking: false, change };
}
