import { isGoneForGood } from '../../contract/gone-for-good.ts';
import { namesAThing } from '../../flags/names.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type Confirmation, confirm } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import type { Runtime } from '../runtime.ts';
import { commandName } from './command-name.ts';
import type { ParsedCall } from './read-call.ts';

/**
 * Asks a person for a yes to a call that acts, after what it changes where that can be shown. `found` has
 * what was typed in the place of ids that were looked up for it: another shell may have had a newer answer
 * since, so that `--yes` does not count for them. Throws `Failure` without a yes.
 */
export async function confirmCall(
  call: ParsedCall,
  found: readonly string[],
  runtime: Runtime,
): Promise<void> {
  const { flags } = call;
  const yes = flags.yes === true && found.length === 0;
  const isAsked = !yes && canPrompt(runtime, flags['no-input'] === true);
  const lookAgain = isAsked ? await shownChange(call, runtime) : undefined;
  do {
    await confirm(confirmationOf(call), {
      yes,
      found,
      canPrompt: isAsked,
      hasDryRun: true,
      stdin: runtime.stdin,
      promptStream: runtime.promptStream,
    });
    // A yes is for what was shown.
  } while ((await lookAgain?.()) === 'changed');
}

async function shownChange(call: ParsedCall, runtime: Runtime) {
  if (call.operation.tool.name !== 'save_skill') return undefined;
  const { showSkillChange } = await import('../skill/show-change.ts');
  return showSkillChange(call, runtime);
}

/** What a person is asked before this is sent: its effect in the service's words, and the target. */
export function confirmationOf({ operation, input }: ParsedCall): Confirmation {
  const { name, description = '' } = operation.tool;
  const [sentence = ''] = sanitiseLine(description).split(/(?<=\.)\s/);
  const isCommand = name === 'send_command';
  const type = isCommand ? ` ${sanitiseLine(String(input['type']))}` : '';
  const things = Object.entries(input)
    .filter(([member, value]) => namesAThing(member) && typeof value !== 'object')
    .map(([member, value]) => ({ member, name: sanitiseLine(String(value)) }));
  const lost = isGoneForGood(name) ? things.at(-1)?.name : undefined;
  return {
    effect: `${commandName(name)}${type}`,
    target: things.map((thing) => `${thing.member} ${thing.name}`).join(', '),
    // What sending any command means tells nothing of this one.
    meaning: isCommand ? '' : sentence,
    ...(lost === undefined ? {} : { typed: lost }),
  };
}
