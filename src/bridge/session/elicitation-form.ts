import { membersOf } from '../../base/json/object.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { shownArguments } from '../tools/shown-arguments.ts';
import { shownChange } from '../tools/shown-change.ts';
import type { ConfirmedCall } from '../tools/tool-call.ts';

const NAME_CHARS_MAX = 200;

/** The parameters of `elicitation/create` about a call that a person decides on. */
export function elicitationParams({ args, change, isFinal, name }: ConfirmedCall): object {
  const shown = sanitiseLine(name).slice(0, NAME_CHARS_MAX);
  const reasons = [
    ...(isFinal ? [`${shown} cannot be undone.`] : []),
    ...(change === undefined
      ? []
      : [`${shown} has changed since it was agreed to: ${shownChange(change)}`]),
  ];
  return {
    mode: 'form',
    message: `${reasons.join(' ')} It would be called with ${shownArguments(args)}. Do it?`,
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: { type: 'boolean', title: 'Do it', description: `Call ${shown} now.` },
      },
      required: ['confirm'],
    },
  };
}

/** Yes, the no of a person who filled the form in, or a no that needs no person to give it. */
export function decisionIn(answer: unknown): 'confirmed' | 'declined' | 'turned_down' {
  const { action, content } = membersOf(answer);
  if (action !== 'accept') return 'turned_down';
  return membersOf(content)['confirm'] === true ? 'confirmed' : 'declined';
}
