import { ID_KINDS, LAST } from '../../contract/id-kind.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';

/** The form of the ids of the reference server; whoever has others asks once more than they need. */
const WHOLE = /^[a-z]{3}_[0-9a-z]{11}$/;

/** Whether a text may stand for an id without being one. */
export function mayBeShort(text: unknown, runtime: Runtime): boolean {
  if (typeof text !== 'string') return false;
  return text === LAST || (isAtTerminal(runtime) && !WHOLE.test(text));
}

/** Whether a person reads what is written. */
export function isAtTerminal({ stderr, stdout }: Runtime): boolean {
  return stdout.isTerminal && stderr.isTerminal;
}

/** Whether the input has such a text in the place of an id. */
export function hasShortId({ input }: Pick<ParsedCall, 'input'>, runtime: Runtime): boolean {
  return ID_KINDS.some((kind) => mayBeShort(input[kind], runtime));
}
