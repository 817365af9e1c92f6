import { namesAThing } from '../../flags/names.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { Confirmation } from '../../terminal/prompt.ts';
import { commandName } from './command-name.ts';
import type { OperationInput } from './read-input.ts';

/** What a person is asked before this is sent: its effect in the service's words, and the target. */
export function confirmationOf({ prepared, input }: OperationInput): Confirmation {
  const { name, description = '' } = prepared.tool;
  const [sentence = ''] = sanitiseLine(description).split(/(?<=\.)\s/);
  const isCommand = name === 'send_command';
  const type = isCommand ? ` ${sanitiseLine(String(input['type']))}` : '';
  const target = Object.entries(input)
    .filter(([member, value]) => namesAThing(member) && typeof value !== 'object')
    .map(([member, value]) => `${member} ${sanitiseLine(String(value))}`);
  return {
    effect: `${commandName(name)}${type}`,
    target: target.join(', '),
    // What sending any command means tells nothing of this one.
    meaning: isCommand ? '' : sentence,
  };
}
