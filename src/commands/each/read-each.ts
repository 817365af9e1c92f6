import { usageFailure } from '../../contract/failure.ts';
import { parseCondition } from '../../flow/each/condition.ts';
import type { MachineSelector } from '../../flow/each/select-machines.ts';
import { findOperation } from '../operation/find-operation.ts';
import { type ParsedCall, readCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';
import { EACH_FLAGS } from './flags.ts';
import { readPatterns } from './read-patterns.ts';
import { withoutMachine } from './without-machine.ts';

/** A command line of `fleet each`: what stands on each side of the `--`. */
export interface EachWords {
  readonly flags: ParsedCall['flags'] & {
    readonly machine?: readonly string[];
    readonly where?: readonly string[];
    readonly parallel?: string;
    readonly 'retry-from'?: string;
  };
  /** The words that `flags` were read from. */
  readonly own: readonly string[];
  /** The operation and its words. */
  readonly operation: readonly [name: string, ...argv: string[]];
}

/** What is to be done on which machines; nothing that acts has been sent. */
export interface EachCall {
  /** The operation without its machine, with the flags of both sides of the `--`. */
  readonly call: ParsedCall;
  readonly selector: MachineSelector;
  readonly parallel: number;
  /** Path of what an earlier run wrote. */
  readonly retryFrom: string | undefined;
}

const PARALLEL_MAX = 50;

/** They say how the operation is explained or sent, and nothing of where it is found. */
const SENDS_NOTHING: ReadonlySet<string> = new Set(['--dry-run', '--schema', '--example']);

/** Reads and checks both sides of the `--`. Throws `Failure` usage. */
export async function readEach(given: EachWords, runtime: Runtime): Promise<EachCall> {
  const { flags, operation, own } = given;
  const { machine, parallel: count, 'retry-from': retryFrom, where = [], ...common } = flags;
  if (machine === undefined && where.length === 0 && retryFrom === undefined) throw noSelector();
  const parallel = readParallel(count ?? EACH_FLAGS.parallel.default);
  const conditions = where.map(parseCondition);
  const [name, ...argv] = operation;
  const words = [...own, ...argv].filter((word) => !SENDS_NOTHING.has(word));
  const found = await findOperation({ name, argv: words }, runtime, false);
  const call = await readCall(found, argv, runtime, withoutMachine);
  if (call.flags.all === true) {
    throw usageFailure('--all cannot be combined with fleet each', 'It gives one page of each.');
  }
  if (Object.hasOwn(call.input, 'machine')) {
    throw usageFailure('The machine is given twice', 'fleet each gives it, from --machine.');
  }
  if (machine?.includes('@-') && argv.some((word) => /(^|=)@-$/.test(word))) {
    throw usageFailure('stdin was asked for twice', 'The operation reads it, so --machine cannot.');
  }
  const patterns = await readPatterns(machine ?? ['*'], runtime);
  const joined = { ...call, flags: joinFlags(common, call.flags) };
  return { call: joined, selector: { patterns, conditions }, parallel, retryFrom };
}

function noSelector(): Error {
  return usageFailure(
    'Which machines?',
    "--machine or --where is needed; --machine '*' is all of them.",
  );
}

function readParallel(text: string): number {
  const count = Number(text);
  if (/^\d+$/.test(text) && count >= 1 && count <= PARALLEL_MAX) return count;
  throw usageFailure(
    '--parallel is not usable',
    `${JSON.stringify(text)} was given; allowed are 1 to ${PARALLEL_MAX}.`,
  );
}

/** Flags of either side; what stands on both is refused. */
function joinFlags(before: ParsedCall['flags'], after: ParsedCall['flags']): ParsedCall['flags'] {
  for (const name of Object.keys(after)) {
    if (!Object.hasOwn(before, name)) continue;
    throw usageFailure(`--${name} was given twice`, 'Once before the -- and once after it.');
  }
  return { ...before, ...after };
}
