import type { FleetClient } from '../../client/fleet-client.ts';
import { Failure, usageFailure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { suggest } from '../../contract/suggest.ts';
import { sanitiseLine } from '../../render/sanitise.ts';

const LOOK_LIMIT_MS = 3_000;

/**
 * Throws `Failure` not_found where jobs are watched of a skill that no machine has, or not the one that is named: of
 * a mistyped or empty one nothing is ever under way, and a script would go on. Services filter by a skill as it is given. It is
 * for a list that is empty, and says nothing where the skills cannot be seen.
 */
export async function refuseUnknownSkill(client: FleetClient, input: unknown): Promise<void> {
  const skill = textOf(input, 'skill');
  if (memberOf(input, 'skill') === '')
    throw usageFailure('--skill is empty', 'No skill is called so.');
  if (skill === undefined) return;
  const machine = textOf(input, 'machine');
  const names = await namesOn(client, machine);
  if (names === undefined || names.includes(skill)) return;
  const [meant] = suggest(skill, names);
  throw new Failure('not_found', {
    code: 'unknown_skill',
    title: `No skill ${sanitiseLine(skill)}`,
    detail: `${machine === undefined ? 'No machine has it' : `${sanitiseLine(machine)} does not have it`}, and no job is of it.`,
    ...(meant === undefined ? {} : { advice: `Did you mean ${sanitiseLine(meant)}?` }),
  });
}

/** The skills of a machine, or of all; undefined where not all of them are seen in time. */
async function namesOn(
  client: FleetClient,
  machine: string | undefined,
): Promise<readonly string[] | undefined> {
  const options = { operationClass: 'read', timeoutMs: LOOK_LIMIT_MS, triesMax: 1 } as const;
  const input = JSON.stringify(machine === undefined ? {} : { machine });
  const value = await client.callTool('list_skills', input, options).then(
    (response) => response.value,
    () => undefined,
  );
  const rows = memberOf(value, 'skills');
  const isWhole = (memberOf(value, 'next_before') ?? null) === null;
  if (!Array.isArray(rows) || !isWhole) return undefined;
  const names = rows.map((row) => textOf(row, 'name'));
  return names.every((name) => name !== undefined) ? names : undefined;
}
