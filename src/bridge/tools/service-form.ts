import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { LINES_MAX, quotedLines } from '../../contract/quoted-lines.ts';
import { sanitiseLine, sanitiseText } from '../../render/sanitise.ts';

/** Members that a person reads and no answer repeats. */
const READ_ONLY: ReadonlySet<string> = new Set(['title', 'description', 'enumNames']);

/** Members whose text is shown in a field, or matched, and may have several lines. */
const OF_LINES: ReadonlySet<string> = new Set(['default', 'pattern']);

/** So much of a label leaves room on a screen for the fields that are answered. */
const LABEL_CHARS_MAX = 500;

/** What emoji, Persian and the scripts of India are written with: seen by nobody, and no harm in a value. */
const JOINERS = /\u200c|\u200d|\ufe0f/g;

/**
 * A form of the service as a person may see it: its message marked as the service's, what is only read
 * made harmless. Undefined for what is no form, and where a name or a value is not harmless, since the
 * answer has to repeat it as it is.
 */
export function serviceForm(request: unknown): JsonObject | undefined {
  const { method, params, ...others } = membersOf(request);
  if (method !== 'elicitation/create' || !isObject(params)) return undefined;
  const { message, mode = 'form', ...form } = params;
  if (mode !== 'form' || !isHarmless(withoutReadOnly(form))) return undefined;
  const said =
    typeof message === 'string' ? quotedLines(sanitiseText(message), (line) => line) : '';
  const marked = said.trim() === '' ? 'The service asks.' : `The service asks: ${said}`;
  const shown = { ...membersOf(cleaned(form)), message: marked };
  return { ...others, method, params: 'mode' in params ? { ...shown, mode } : shown };
}

function cut(text: string, charsMax: number): string {
  return text.length > charsMax ? `${text.slice(0, charsMax).toWellFormed()}…` : text;
}

function withoutReadOnly(value: unknown): unknown {
  return mapped(value, () => null);
}

function cleaned(value: unknown): unknown {
  return mapped(value, (text) => cut(sanitiseLine(text), LABEL_CHARS_MAX));
}

/** The value with each text that is only read replaced. */
function mapped(value: unknown, replace: (text: string) => unknown, isRead = false): unknown {
  if (typeof value === 'string') return isRead ? replace(value) : value;
  if (Array.isArray(value)) return value.map((each) => mapped(each, replace, isRead));
  if (!isObject(value)) return value;
  const members = Object.entries(value).map(
    ([name, member]) => [name, mapped(member, replace, READ_ONLY.has(name))] as const,
  );
  return Object.fromEntries(members);
}

function isHarmless(value: unknown): boolean {
  if (typeof value === 'string') return isUnchangedBy(sanitiseLine, value);
  if (Array.isArray(value)) return value.every(isHarmless);
  if (!isObject(value)) return true;
  return Object.entries(value).every(
    ([name, member]) =>
      isHarmless(name) && ((OF_LINES.has(name) && areLines(member)) || isHarmless(member)),
  );
}

/** Whether it is a text of a few lines, none of which a terminal acts on. */
function areLines(value: unknown): boolean {
  if (typeof value !== 'string' || value.split('\n').length > LINES_MAX) return false;
  return isUnchangedBy(sanitiseText, value);
}

function isUnchangedBy(sanitise: (text: string) => string, value: string): boolean {
  const text = value.replaceAll(JOINERS, '');
  return sanitise(text) === text;
}
