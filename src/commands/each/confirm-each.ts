import { classThatCounts, needsConfirmation } from '../../contract/confirmation.ts';
import { isGoneForGood } from '../../contract/gone-for-good.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { cutText } from '../../render/text-width.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { confirmationOf } from '../operation/confirm-call.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';

/** What a terminal of 80 columns has room for. */
const NAME_WIDTH_MAX = 36;
const ID_WIDTH_MAX = 36;

interface EachToConfirm {
  readonly call: ParsedCall;
  readonly targets: readonly SelectedMachine[];
  /** Ids as they were typed, where whole ones were found for them. */
  readonly given: readonly string[];
}

/**
 * Asks a person once, with the list of the machines: what is confirmed on one machine is confirmed on
 * many, and where somebody can be asked also what only acts. Throws `Failure` declined or usage.
 */
export async function confirmEach(
  { call, given, targets }: EachToConfirm,
  runtime: Runtime,
): Promise<void> {
  const { flags, input, operation } = call;
  const { name } = operation.tool;
  const operationClass = classThatCounts(name, operation.tool.class);
  const isPerson = canPrompt(runtime, flags['no-input'] === true);
  const acts = operationClass !== 'read' && targets.length > 1;
  const isFound = given.length > 0 && operationClass !== 'read';
  const isDue = isFound || needsConfirmation(name, operationClass, input);
  if (!isDue && !(acts && isPerson)) return;
  const asked = confirmationOf(call);
  const { effect, isDestructive, meaning, service, target } = asked;
  const typed = isGoneForGood(name) ? { typed: effect } : {};
  const where = `on ${counted(targets.length, 'machine')}`;
  await confirm(
    {
      service,
      effect: target === '' ? `${effect} ${where}` : effect,
      target: target === '' ? '' : `${target}, ${where}`,
      meaning,
      isDestructive: isDestructive === true,
      list: targets.map(lineOf),
      input: asked.input ?? [],
      ...typed,
    },
    {
      // As for one machine: what was found is looked at by a person.
      yes: flags.yes === true && !isFound,
      found: isFound ? given : [],
      canPrompt: isPerson,
      hasDryRun: true,
      stdin: runtime.stdin,
      promptStream: runtime.promptStream,
    },
  );
}

/** `1 machine`, `2 machines`. */
export function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function lineOf({ id, name }: SelectedMachine): string {
  const shownId = cutText(sanitiseLine(id), ID_WIDTH_MAX);
  return name === id
    ? `  ${shownId}`
    : `  ${cutText(sanitiseLine(name), NAME_WIDTH_MAX)} (${shownId})`;
}
