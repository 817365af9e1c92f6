import { type AnyCommand, COMMAND_TYPES } from '../contract/command-type.ts';
import type { MachinePolicy } from '../contract/record/machine.ts';

/** An entry of the allow or deny list: a command type, or a prefix such as `config.*`. */
export const POLICY_ENTRY_PATTERN = /^[a-z]+(\.[a-z_]+|\.\*)?$/;

function matches(entry: string, type: string): boolean {
  return entry.endsWith('.*') ? type.startsWith(entry.slice(0, -1)) : entry === type;
}

/** A no counts as widely as it can be meant: `service` refuses what `service.*` does. */
function denies(entry: string, type: string): boolean {
  return matches(entry, type) || matches(`${entry}.*`, type);
}

/** The entries of both lists that fit no command and so do nothing, each with its list. */
export function unmatchedEntries({ allow, deny }: MachinePolicy): readonly string[] {
  const types = Object.keys(COMMAND_TYPES);
  return [
    ...allow.filter((entry) => !types.some((type) => matches(entry, type))).map(inList('allow')),
    ...deny.filter((entry) => !types.some((type) => denies(entry, type))).map(inList('deny')),
  ];
}

function inList(list: 'allow' | 'deny') {
  return (entry: string): string => `${list} has ${entry}`;
}

/**
 * Why this machine refuses a command, as a sentence; undefined where it accepts (specification,
 * rule 4). The deny list wins over the mode, the mode over the allow list; an empty allow list
 * allows what the mode allows.
 */
export function refusalOf(policy: MachinePolicy, type: AnyCommand): string | undefined {
  const denying = policy.deny.find((entry) => denies(entry, type));
  if (denying !== undefined) {
    return `the machine's deny list has ${denying}, which refuses ${type}`;
  }
  if (policy.mode === 'observe' && COMMAND_TYPES[type].effect === 'act') {
    return `the machine is in observe mode and accepts read-only commands; ${type} makes changes, which needs mode: control in its fleet.yaml`;
  }
  if (policy.allow.length > 0 && !policy.allow.some((entry) => matches(entry, type))) {
    return `the machine's allow list (${policy.allow.join(', ')}) does not have ${type}`;
  }
  return undefined;
}
