import { isObject } from '../../base/json/object.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';

const ARGS_CHARS_MAX = 2000;
/** What Claude Code shows of the question is four lines of its terminal. */
const SEEN_CHARS = 150;
const VALUE_CHARS_MAX = 200;
const VALUE_END_CHARS = 40;

/**
 * The arguments of a call as text for the person who decides about it. A long value is cut so that the
 * next one stays visible; where an assistant may not show all the shortest come first, since they say what
 * the call is about. What is left out is mentioned, and characters are escaped that are invisible, change the
 * direction of the text, or begin what a client may take for markup.
 */
export function shownArguments(args: unknown): string {
  const text = shown(args ?? {});
  if (text.length <= SEEN_CHARS) return text;
  const sorted = isObject(args) ? shortestFirst(args) : text;
  const rest = Math.max(0, sorted.length - ARGS_CHARS_MAX);
  return rest === 0
    ? sorted
    : `${sorted.slice(0, ARGS_CHARS_MAX)}… and ${rest} more characters that are not shown here`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value, (_name, each) => shortened(each));
  return escapeForTerminalJson(text).replaceAll('<', '\\u003c');
}

function shortestFirst(args: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(args).map(([name, value]) => `${shown(name)}:${shown(value)}`);
  return `{${members.sort((one, other) => one.length - other.length).join(',')}}`;
}

function shortened(value: unknown): unknown {
  if (typeof value !== 'string' || value.length <= VALUE_CHARS_MAX) return value;
  const [start, end] = [VALUE_CHARS_MAX - VALUE_END_CHARS, -VALUE_END_CHARS];
  return `${value.slice(0, start)}… (${value.length} characters) …${value.slice(end)}`;
}
