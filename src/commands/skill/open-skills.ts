import { Failure, usageFailure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import { parseCondition } from '../../flow/each/condition.ts';
import { listMachines } from '../../flow/each/list-machines.ts';
import { createPace } from '../../flow/each/pace.ts';
import { type SelectedMachine, selectMachines } from '../../flow/each/select-machines.ts';
import { watchClient } from '../../flow/each/watched-client.ts';
import type { SkillService } from '../../flow/skills/skill-service.ts';
import type { ServiceInUse } from '../../render/service-name.ts';
import { parseDurationMs } from '../../terminal/duration.ts';
import { endableLong } from '../../terminal/endable.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { readPatterns } from '../each/read-patterns.ts';
import { findOperation } from '../operation/find-operation.ts';
import type { Runtime } from '../runtime.ts';
import { noMachineSelected } from './nothing-found.ts';

/** A machine that was chosen, and its record in the list. */
export interface ChosenMachine extends SelectedMachine {
  readonly record: unknown;
}

export interface OpenSkills {
  readonly service: SkillService;
  /** At least one, each once, ordered by name. */
  readonly machines: readonly ChosenMachine[];
  /** Names of those that were named too, and left out by a condition. */
  readonly leftOut: readonly string[];
  readonly identity: ServiceInUse;
}

interface MachineChoice {
  /** What the work needs at most: its class and scope stand in the catalogue. */
  readonly operation: 'get_skill' | 'save_skill';
  readonly argv: readonly string[];
  /** Names, ids or globs; `@-` and `@file` where they stand. */
  readonly machines: readonly string[];
  /** Whether no character of them stands for others. */
  readonly isExact?: boolean;
  readonly where: readonly string[];
  readonly followTimeout: string | undefined;
}

/**
 * Connects to the service and finds the machines, whose ids count from then on. Throws `Failure`, also
 * where none is selected, and where the key may not do the work: nobody should write a text for nothing.
 */
export async function openSkills(runtime: Runtime, choice: MachineChoice): Promise<OpenSkills> {
  const { argv, followTimeout = '12m', isExact = false, operation: name, where } = choice;
  const followTimeoutMs = parseDurationMs(followTimeout, 'follow-timeout');
  const conditions = where.map(parseCondition);
  if (choice.machines.length === 0) throw noMachine();
  const patterns = isExact
    ? choice.machines.map((text) => ({ text, isExact }))
    : await readPatterns(choice.machines, runtime);
  // A dry run of ours reads all the same; one of an operation connects to nobody.
  const words = { name, argv: argv.filter((word) => word !== '--dry-run') };
  const { reader, tool } = await findOperation(words, runtime, false);
  if (reader === undefined) throw new Error('skills are read without a connection');
  if (tool.allowed === false) throw notAllowed(name, tool.scope);
  const { clock } = reader;
  const signal = interruptionSignal();
  // Each file of each machine is a request, and the rate limit is one for the key.
  const paced = { pace: createPace(clock), signal, sendingSignal: signal };
  const { client } = watchClient(reader.client, paced);
  const all = await listMachines(client, signal);
  const machines = await endableLong(() =>
    selectMachines(all, { patterns, conditions }).map((target) => ({
      ...target,
      record: all.find((record) => textOf(record, 'id') === target.id),
    })),
  );
  if (machines.length === 0) throw noMachineSelected();
  const chosen = new Set(machines.map(({ id }) => id));
  const named = selectMachines(all, { patterns, conditions: [] });
  return {
    service: { client, clock, signal, followTimeoutMs },
    machines,
    leftOut: named.filter(({ id }) => !chosen.has(id)).map(({ name }) => name),
    identity: reader.identity,
  };
}

function noMachine(): Error {
  return usageFailure(
    'No machine was named',
    'Name machines by id or name, or choose them with --machine GLOB.',
    "--machine '*' is all of them.",
  );
}

function notAllowed(name: string, scope: string | undefined): Failure {
  return new Failure('refused', {
    code: 'forbidden',
    status: 403,
    title: 'Not allowed for this key',
    detail: `${name} needs a key with ${scope ?? 'another scope'}. Nothing was sent.`,
  });
}
