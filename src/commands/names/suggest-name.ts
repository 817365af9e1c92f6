import type { CatalogueReader } from '../../client/catalogue/fetch.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import { Failure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { suggest } from '../../contract/suggest.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { isSet } from '../../terminal/terminal.ts';
import type { Runtime } from '../runtime.ts';
import { skillsOf, stillKept } from './known-names.ts';
import { readNames } from './names-file.ts';

/** What the service refuses for a name that it does not know. */
const MISSING: ReadonlySet<number | undefined> = new Set([400, 404]);
const LOOK_LIMIT_MS = 3_000;

/** A call that names a machine, and perhaps a skill of it. */
interface NamingCall {
  readonly input: unknown;
  /** Undefined where nothing was connected to. */
  readonly reader: Pick<CatalogueReader, 'cache' | 'client'> | undefined;
}

/**
 * The same error, with the machine or skill that was meant where the service knows none of the given name and
 * a near one is kept or, not in CI, listed now.
 */
export async function withMeantName(
  error: unknown,
  { input, reader }: NamingCall,
  { clock, environment }: Pick<Runtime, 'clock' | 'environment'>,
): Promise<unknown> {
  if (!(error instanceof Failure) || reader === undefined) return error;
  const { advice, code, status } = error.facts;
  if (error.kind !== 'refused' || !MISSING.has(status) || advice !== undefined) return error;
  const isOfMachine = code === 'unknown_machine';
  const machine = textOf(input, 'machine');
  const given = isOfMachine ? machine : textOf(input, 'skill');
  if (given === undefined) return error;
  const { names } = stillKept(readNames(reader.cache).kept, clock.now());
  const kept = isOfMachine
    ? (names.machine ?? []).map(({ id, name }) => name ?? id)
    : skillsOf(names, machine).map(({ id }) => id);
  if (kept.includes(given)) return error;
  let [meant] = suggest(given, kept);
  if (meant === undefined && !isSet(environment['CI'])) {
    [meant] = suggest(given, await listed(reader.client, isOfMachine ? undefined : machine));
  }
  if (meant === undefined || meant === given) return error;
  const facts = { ...error.facts, advice: `Did you mean ${sanitiseLine(meant)}?` };
  return new Failure(error.kind, facts, { cause: error });
}

/** The machines that there are, or the skills of one; none where they cannot be listed in time. */
async function listed(
  client: FleetClient,
  machine: string | undefined,
): Promise<readonly string[]> {
  const options = { operationClass: 'read', timeoutMs: LOOK_LIMIT_MS, triesMax: 1 } as const;
  const [operation, input] =
    machine === undefined ? ['list_machines', {}] : ['list_skills', { machine }];
  try {
    const { value } = await client.callTool(operation, JSON.stringify(input), options);
    const rows = memberOf(value, machine === undefined ? 'machines' : 'skills');
    return Array.isArray(rows) ? rows.flatMap((row) => textOf(row, 'name') ?? []) : [];
  } catch {
    return [];
  }
}
