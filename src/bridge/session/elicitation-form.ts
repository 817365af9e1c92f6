import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { escapeForTerminalJson, sanitiseLine } from '../../render/sanitise.ts';
import type { ConfirmedCall } from './request-state.ts';

const ARGS_CHARS_MAX = 2000;
const VALUE_CHARS_MAX = 200;
const VALUE_END_CHARS = 40;

/** The parameters of `elicitation/create` about a call that cannot be undone. */
export function elicitationParams({ args, name }: ConfirmedCall): object {
  const shown = sanitiseLine(name).slice(0, VALUE_CHARS_MAX);
  return {
    mode: 'form',
    message: `${shown} cannot be undone. It would be called with ${shownArguments(args)}. Do it?`,
    requestedSchema: {
      type: 'object',
      properties: {
        confirm: { type: 'boolean', title: 'Do it', description: `Call ${shown} now.` },
      },
      required: ['confirm'],
    },
  };
}

/** Whether the person said yes. */
export function isConfirmed(answer: unknown): boolean {
  const { action, content } = membersOf(answer);
  return action === 'accept' && membersOf(content)['confirm'] === true;
}

/** Whether a client with these capabilities can ask its person with a form. */
export function supportsElicitation(capabilities: JsonObject): boolean {
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
}

/**
 * The arguments for a person who decides by them: a long value does not hide the next one, what is left
 * out is told, and no character turns the text round or is unseen.
 */
export function shownArguments(args: unknown): string {
  const text = escapeForTerminalJson(
    JSON.stringify(args ?? {}, (_name, value) => shortened(value)),
  );
  const rest = text.length - ARGS_CHARS_MAX;
  if (rest <= 0) return text;
  return `${text.slice(0, ARGS_CHARS_MAX)}… and ${rest} more characters that are not shown here`;
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= VALUE_CHARS_MAX) return value;
  const [start, end] = [VALUE_CHARS_MAX - VALUE_END_CHARS, -VALUE_END_CHARS];
  return `${value.slice(0, start)}… (${value.length} characters) …${value.slice(end)}`;
}
