import { namesAThing } from '../../flags/names.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import type { Question } from '../../terminal/prompt.ts';
import { typedName } from './command-name.ts';
import type { TypedRun } from './read-input.ts';

/** What a person is asked before this is sent: its effect in the service's words, and the target. */
export function questionAbout({ prepared, input }: TypedRun): Question {
  const { name, description = '' } = prepared.tool;
  const [sentence = ''] = sanitiseLine(description).split(/(?<=\.)\s/);
  const isCommand = name === 'send_command';
  const type = isCommand ? ` ${sanitiseLine(String(input['type']))}` : '';
  const target = Object.entries(input)
    .filter(([member, value]) => namesAThing(member) && typeof value !== 'object')
    .map(([member, value]) => `${member} ${sanitiseLine(String(value))}`);
  return {
    effect: `${typedName(name)}${type}`,
    target: target.join(', '),
    // What sending any command means tells nothing of this one.
    meaning: isCommand ? '' : sentence,
  };
}
