import { parseEnv } from 'node:util';
import { dotenvLine } from './dotenv-line.ts';
import { valueDoesNotFit } from './value-text.ts';

/**
 * The bytes of an env file with the value of `name` in it, once it is known that a reader finds that
 * value there and all others as before. Throws `Failure` conflict for a value that cannot be written
 * so that all readers read it alike.
 */
export function envFileWith(before: Uint8Array, name: string, value: string): Uint8Array {
  const line = dotenvLine(name, value);
  if (line === undefined) {
    throw valueDoesNotFit('sh and the readers of env files would not read it back alike');
  }
  const after = withDotenvLine(before, name, line);
  const wanted = { ...parseEnv(Buffer.from(before).toString('utf8')), [name]: value };
  const got = parseEnv(Buffer.from(after).toString('utf8'));
  const names = new Set([...Object.keys(wanted), ...Object.keys(got)]);
  if ([...names].every((each) => wanted[each] === got[each])) return after;
  throw valueDoesNotFit('the quotes in the env file would change how it is read');
}

/** One assignment in an env file: where it begins, where the line that it ends on ends. */
interface EnvAssignment {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  readonly isExport: boolean;
  /** Whether readers agree on where it ends. */
  readonly isClosed: boolean;
}

/**
 * The bytes of an env file with `line` (`NAME=…`) in place of every assignment of NAME, so that no
 * reader finds another value, or behind the last line where there is none. `export` stays. Every
 * other byte stays as it is; new lines end as those of the file do.
 */
export function withDotenvLine(file: Uint8Array, name: string, line: string): Uint8Array {
  // One character a byte, so that what is no UTF-8 survives.
  const text = Buffer.from(file).toString('latin1');
  const lineEnd = /\r?\n/.exec(text)?.[0] ?? '\n';
  const written = Buffer.from(line, 'utf8').toString('latin1');
  const found = assignmentsOf(text).filter((each) => each.name === name);
  if (found.length === 0) {
    const gap = text === '' || text.endsWith('\n') ? '' : lineEnd;
    return Buffer.from(`${text}${gap}${written}${lineEnd}`, 'latin1');
  }
  let result = '';
  let at = 0;
  for (const { start, end, isExport } of found) {
    result += `${text.slice(at, start)}${isExport ? 'export ' : ''}${written}`;
    at = end;
  }
  return Buffer.from(`${result}${text.slice(at)}`, 'latin1');
}

/** Whether an env file has a value of `name` for any reader, also where another one takes it for a comment. */
export function holdsValue(file: Uint8Array, name: string): boolean {
  const text = Buffer.from(file).toString('latin1');
  return assignmentsOf(text).some((each) => {
    if (each.name !== name) return false;
    const value = text.slice(text.indexOf('=', each.start) + 1, each.end);
    return !/^[ \t]+#/.test(value) && !/^(""|'')?$/.test(value.trim());
  });
}

/** What sh reads behind a value as a command or assignment of its own: `A=x; export A`, `A=x B=y`. */
const MORE = /;\s*export\b|[\s;][A-Za-z_]\w*=/;

/** The number of the first line that has more than the value of `name`; undefined where there is none. */
export function crowdedLine(file: Uint8Array, name: string): number | undefined {
  const text = Buffer.from(file).toString('latin1');
  const crowded = assignmentsOf(text).find((each) => {
    const value = text.slice(text.indexOf('=', each.start) + 1, each.end);
    return each.name === name && MORE.test(value.replace(QUOTED, '').replace(/\s#.*/, ''));
  });
  return crowded && lineOf(text, crowded.start);
}

const QUOTED = /^\s*("(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`)/s;

/**
 * The number of the first line whose value has a quote that nothing closes, or that only a quote of another
 * line does: readers differ in which lines belong to such a value. Undefined where there is none.
 */
export function unclosedLine(file: Uint8Array): number | undefined {
  const text = Buffer.from(file).toString('latin1');
  const unclosed = assignmentsOf(text).find(({ isClosed }) => !isClosed);
  return unclosed && lineOf(text, unclosed.start);
}

/**
 * The number of the line before that of `name`, or of the last one where `name` has none yet, where it ends in a
 * backslash: sh takes what is behind it for a part of it. Undefined where there is none.
 */
export function continuedLine(file: Uint8Array, name: string): number | undefined {
  const text = Buffer.from(file).toString('latin1');
  const found = assignmentsOf(text).filter((each) => each.name === name);
  const places = found.length === 0 ? [text.length] : found.map(({ start }) => start);
  const ends = places.map((at) => (text.charAt(at - 1) === '\n' ? at - 1 : at));
  const continued = ends.find((end) => {
    const line = text.slice(text.lastIndexOf('\n', end - 1) + 1, end);
    return !/^[ \t]*#/.test(line) && /(?<!\\)(?:\\\\)*\\$/.test(line);
  });
  return continued === undefined ? undefined : lineOf(text, continued);
}

/** Whether `name` stands only behind a byte order mark, where many readers take that for a part of it. */
export function isBehindMark(file: Uint8Array, name: string): boolean {
  const text = Buffer.from(file).toString('latin1');
  const found = assignmentsOf(text).filter((each) => each.name === name);
  return found.length === 1 && found[0]?.start === MARK.length && text.startsWith(MARK);
}

/** The byte order mark of UTF-8, one character a byte. */
const MARK = '\u00ef\u00bb\u00bf';

function lineOf(text: string, at: number): number {
  return text.slice(0, at).split('\n').length;
}

/** `\s` would take in the second byte of letters such as à. */
const ASSIGNMENT = /[ \t]*(export[ \t]+)?([A-Za-z_][A-Za-z0-9_.-]*)[ \t]*=[ \t]*/y;

function assignmentsOf(text: string): readonly EnvAssignment[] {
  const found: EnvAssignment[] = [];
  let at = text.startsWith(MARK) ? MARK.length : 0;
  while (at < text.length) {
    ASSIGNMENT.lastIndex = at;
    const [head, exported, name] = ASSIGNMENT.exec(text) ?? [];
    const valueAt = at + (head?.length ?? 0);
    const behind = name === undefined ? at : behindQuotes(text, valueAt);
    const end = lineEndFrom(text, behind ?? at);
    if (name !== undefined) {
      const isClosed =
        behind !== undefined && isWhole(text.slice(at, behind), text.slice(behind, end));
      found.push({ name, start: at, end, isExport: exported !== undefined, isClosed });
    }
    const next = text.indexOf('\n', end);
    at = next === -1 ? text.length : next + 1;
  }
  return found;
}

/** Whether a quote closes the value that it is taken for: behind one of several lines stands a comment at most. */
function isWhole(assignment: string, rest: string): boolean {
  if (!assignment.includes('\n')) return true;
  return /^[ \t]*(?:[#;].*)?$/.test(rest) && !rest.includes(assignment.slice(-1));
}

/** Behind the closing quote of a value that may have several lines; `at` where it has no quotes, else undefined. */
function behindQuotes(text: string, at: number): number | undefined {
  const quote = text.charAt(at);
  if (!/["'`]/.test(quote)) return at;
  const closing = quoteFrom(text, at + 1, quote);
  if (closing !== -1) return closing + 1;
  // Behind a backslash one closes where no other does: `DIR="C:\data\"`.
  const end = lineEndFrom(text, at);
  return text.slice(at, end).trimEnd().endsWith(`\\${quote}`) ? end : undefined;
}

/** Where the next quote is that no backslash escapes, -1 for nowhere. */
function quoteFrom(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at !== -1; at = text.indexOf(quote, at + 1)) {
    let backslashes = 0;
    while (text.charAt(at - 1 - backslashes) === '\\') backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return -1;
}

/** Where the line ends that `at` is in, before its CR or LF. */
function lineEndFrom(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  const end = feed === -1 ? text.length : feed;
  return end > at && text.charAt(end - 1) === '\r' ? end - 1 : end;
}
