import { Failure, notTheServiceFailure, usageFailure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import { suggest } from '../../contract/suggest.ts';
import { type Condition, conditionTest, requireKnownMembers } from './condition.ts';
import { globMatcher, isGlob, isNegating } from './glob.ts';

/** What people read where conditions leave none of the machines. */
export const NO_MACHINE_SELECTED = 'No machine is selected';

/** A machine that was selected, by its id: a name may come to mean another machine. */
export interface SelectedMachine {
  readonly id: string;
  /** The name, else the hostname, else the id; for people. */
  readonly name: string;
}

/** What one word of a selector means. */
export interface MachinePattern {
  readonly text: string;
  /** From a list of names, a whole line: no character has a meaning of its own. */
  readonly isExact: boolean;
}

export interface MachineSelector {
  /** A machine is selected that fits one of them. */
  readonly patterns: readonly MachinePattern[];
  /** And all of these. */
  readonly conditions: readonly Condition[];
}

/**
 * The machines that a selector means, each once, ordered by name. A glob is matched with ids and names,
 * one with a negation with names; any other text names one machine by id or name. Throws `Failure` not_found
 * where a pattern fits no machine or a name fits several, and usage for a condition about a member that
 * no machine has and a range in braces that cannot be read.
 */
export function selectMachines(
  machines: readonly unknown[],
  { conditions, patterns }: MachineSelector,
): readonly SelectedMachine[] {
  requireKnownMembers(conditions, machines);
  const fulfils = conditionTest(conditions);
  const chosen = new Map<string, SelectedMachine>();
  for (const pattern of patterns) {
    for (const machine of machinesOf(pattern, machines)) {
      const target = targetOf(machine);
      if (fulfils(machine)) chosen.set(target.id, target);
    }
  }
  return [...chosen.values()].toSorted(byName);
}

/** The order in which people look for them. */
function byName(left: SelectedMachine, right: SelectedMachine): number {
  if (left.name !== right.name) return left.name < right.name ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

function machinesOf(
  { isExact, text }: MachinePattern,
  machines: readonly unknown[],
): readonly unknown[] {
  if (text === '') throw usageFailure('No machine is named', 'An empty text was given.');
  const found = isExact ? onLine(text, machines) : fitting(text, machines);
  if (found.length > 0) return found;
  const [suggestion] = suggest(text, machines.map(nameOf));
  throw new Failure('not_found', {
    code: 'unknown_machine',
    title: `No machine fits ${JSON.stringify(text)}`,
    detail: 'Nothing was sent.',
    advice:
      suggestion === undefined ? 'See fleet cloud list-machines.' : `Did you mean ${suggestion}?`,
  });
}

/**
 * What a line of a list names, with the blanks around it or without: they may be part of the name. Where
 * these are two machines, nobody can tell which is meant.
 */
function onLine(line: string, machines: readonly unknown[]): readonly unknown[] {
  const [whole, trimmed] = [line, line.trim()].map((text) => named(text, machines));
  const found = new Set([...(whole ?? []), ...(trimmed ?? [])]);
  if (found.size > 1) throw ambiguous(line, [...found]);
  return [...found];
}

function fitting(text: string, machines: readonly unknown[]): readonly unknown[] {
  return isGlob(text) ? matching(text, machines) : named(text, machines);
}

/** A negation is about the name where there is one: the id of every machine is something else. */
function matching(glob: string, machines: readonly unknown[]): readonly unknown[] {
  const fits = globMatcher(glob);
  const isOfName = isNegating(glob);
  const textsOf = (machine: unknown) => {
    const [id, name] = [textOf(machine, 'id'), textOf(machine, 'name')];
    return isOfName && name !== undefined ? [name] : [id, name];
  };
  return machines.filter((machine) =>
    textsOf(machine).some((text) => text !== undefined && (text === glob || fits(text))),
  );
}

/** An id comes before a name. No hostname: each machine says its own, and could take part unasked. */
function named(text: string, machines: readonly unknown[]): readonly unknown[] {
  const byId = machines.filter((machine) => textOf(machine, 'id') === text);
  if (byId.length > 0) return byId;
  const byName = machines.filter((machine) => textOf(machine, 'name') === text);
  if (byName.length > 1) throw ambiguous(text, byName);
  return byName;
}

function ambiguous(text: string, found: readonly unknown[]): Failure {
  const ids = found.map((machine) => targetOf(machine).id);
  return new Failure('not_found', {
    code: 'ambiguous_machine',
    title: `Several machines are called ${JSON.stringify(text)}`,
    detail: `Use the id of one: ${ids.join(', ')}. Nothing was sent.`,
  });
}

function targetOf(machine: unknown): SelectedMachine {
  const id = textOf(machine, 'id');
  if (id === undefined) throw notTheServiceFailure({ detail: 'A machine in the list has no id.' });
  return { id, name: nameOf(machine) };
}

function nameOf(machine: unknown): string {
  const names = ['name', 'hostname', 'id'].map((member) => textOf(machine, member));
  return names.find((name) => name !== undefined) ?? '';
}
