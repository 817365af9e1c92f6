import { stringifyJson } from '../../contract/lossless-json.ts';
import { membersOf } from '../json-rpc.ts';
import type { Asked } from './request-state.ts';

const ARGS_CHARS_MAX = 600;

/** The parameters of `elicitation/create` about a call that cannot be undone. */
export function questionAbout({ args, name }: Asked): object {
  const text = stringifyJson(args ?? {});
  const shown = text.length > ARGS_CHARS_MAX ? `${text.slice(0, ARGS_CHARS_MAX)}…` : text;
  return {
    mode: 'form',
    message: `${name} cannot be undone. It would be called with ${shown}. Do it?`,
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: { type: 'boolean', title: 'Do it', description: `Call ${name} now.` },
      },
      required: ['confirm'],
    },
  };
}

/** Whether the person said yes. */
export function isYes(answer: unknown): boolean {
  const { action, content } = membersOf(answer);
  return action === 'accept' && membersOf(content)['confirm'] === true;
}

/** Whether a client with these capabilities can ask its person with a form. */
export function canAsk(capabilities: Readonly<Record<string, unknown>>): boolean {
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
}
