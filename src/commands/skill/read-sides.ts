import { Failure } from '../../contract/failure.ts';
import { inParallel } from '../../flow/skills/in-parallel.ts';
import {
  awayFailure,
  type MachineSkills,
  readMachineSkills,
} from '../../flow/skills/read-machine-skills.ts';
import type { ChosenMachine, OpenSkills } from './open-skills.ts';

/** So many machines are read or changed at the same time. */
export const MACHINES_MAX = 4;

/** A machine with its skills. */
export interface ReadMachine {
  readonly machine: ChosenMachine;
  readonly has: MachineSkills;
}

/** A machine that cannot be read, or takes no changes. */
export interface UnreadMachine {
  readonly machine: ChosenMachine;
  readonly failure: Failure;
}

export interface Sides {
  readonly read: readonly ReadMachine[];
  readonly unread: readonly UnreadMachine[];
}

/**
 * Reads the skills of every machine, and `others` that they may have. Throws the `Failure` of a machine
 * where it is the only one, and an interruption.
 */
export async function readSides(
  { machines, service }: OpenSkills,
  others: Iterable<string>,
): Promise<Sides> {
  const names = [...others];
  const held = { chars: 0 };
  const sides = await inParallel(machines, MACHINES_MAX, async (machine) => {
    try {
      const away = awayFailure(machine.record, machine.name);
      if (away !== undefined) throw away;
      return { machine, has: await readMachineSkills(service, machine.id, held, names) };
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      if (machines.length === 1) throw error;
      return { machine, failure: error };
    }
  });
  return {
    read: sides.filter((side): side is ReadMachine => 'has' in side),
    unread: sides.filter((side): side is UnreadMachine => 'failure' in side),
  };
}
