import { sanitiseLine } from '../../render/sanitise.ts';
import { cutText } from '../../render/text-width.ts';

/** A longer name would hide those behind it. */
const NAME_WIDTH_MAX = 100;
const ID_WIDTH_MAX = 36;

/**
 * What was typed, and in brackets all else that the machine is known as which it means: its id is what will be
 * sent, and a name may be one of several.
 */
export function machineNames(
  typed: string,
  machine: { readonly id: string; readonly name: string | undefined } | undefined,
): string {
  const name = sanitiseLine(typed);
  const text = cutText(name, NAME_WIDTH_MAX);
  if (machine === undefined) return text;
  const known = [machine.name ?? typed, machine.id].map(sanitiseLine);
  const others = known.filter((each) => each !== name).map((each) => cutText(each, ID_WIDTH_MAX));
  return others.length === 0 ? text : `${text} (${others.join(', ')})`;
}
