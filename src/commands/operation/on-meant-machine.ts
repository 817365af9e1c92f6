import { Failure } from '../../contract/failure.ts';
import { isNotShown } from '../../contract/not-shown.ts';
import { findMeantMachine, type MeantMachine } from '../../flow/secret/meant-machine.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { withMeantName } from '../names/suggest-name.ts';
import type { Runtime } from '../runtime.ts';
import type { ParsedCall } from './read-call.ts';

/** A call, and which machine it is for. */
export interface NamedCall {
  readonly call: ParsedCall;
  readonly machine?: MeantMachine | undefined;
}

/**
 * The call for the machine that its name means now, by the id: until a person has said yes the name may come to
 * mean another machine, which nobody agreed to. As it is where it names none, or the service does not tell the
 * id. Throws `Failure` as the look-up, also where the name means no machine or several.
 */
export async function onMeantMachine(call: ParsedCall, runtime: Runtime): Promise<NamedCall> {
  const { input, operation } = call;
  const { machine: typed } = input;
  const { reader } = operation;
  if (reader === undefined || typeof typed !== 'string' || typed === '') return { call };
  try {
    const machine = await findMeantMachine(reader.client, typed, interruptionSignal());
    if (machine === undefined) return { call };
    const byId = Object.assign(Object.create(null), input, { machine: machine.id });
    return { call: { ...call, input: byId }, machine };
  } catch (error) {
    const isHidden = error instanceof Failure && isNotShown(error.facts);
    if (isHidden && !NO_MACHINE.has(error.facts.code)) return { call };
    throw await withMeantName(error, { input, reader }, runtime);
  }
}

const NO_MACHINE: ReadonlySet<string> = new Set(['unknown_machine', 'ambiguous_machine']);
