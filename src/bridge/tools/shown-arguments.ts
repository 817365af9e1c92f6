import { escapeForTerminalJson } from '../../render/sanitise.ts';

const ARGS_CHARS_MAX = 2000;
const VALUE_CHARS_MAX = 200;
const VALUE_END_CHARS = 40;

/**
 * The arguments of a call as text for the person who decides about it. A long value is cut so that
 * the next one stays visible, what is left out is mentioned, and characters that are invisible or
 * change the direction of the text are escaped.
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
