import { parse, patch } from '@decimalturn/toml-patch';
import { isObject, membersOf } from '../../base/json/object.ts';
import {
  type DocumentFormat,
  DocumentSyntaxError,
  type EntryMembers,
  type EntryPath,
  lineEndOf,
} from './document-format.ts';

/** TOML 1.0 as every reader takes it: no comma behind the last member of an inline table. */
const WRITTEN = { trailingComma: false, bracketSpacing: true } as const;

/**
 * TOML. The entry is a section of its own, added and removed as text: the library's `patch` of a whole
 * document drops comments beside what it removes. `patch` changes the members inside of the section,
 * and documents that hold the servers in another form than sections.
 */
export const toml: DocumentFormat = {
  read,

  set(text, path, members) {
    const section = sectionOf(text, path);
    if (section !== undefined) {
      const own = text.slice(section.start, section.end);
      return text.slice(0, section.start) + patched(own, path, members) + text.slice(section.end);
    }
    const { [path[0]]: servers } = membersOf(read(text));
    const isElsewhere = membersOf(servers)[path[1]] !== undefined;
    const takesSection = !isElsewhere && !isInline(text, path[0]);
    return takesSection ? withSection(text, path, members) : patched(text, path, members);
  },

  remove(text, path) {
    if (sectionOf(text, path) === undefined) return patched(text, path, undefined);
    let rest = text;
    for (let own = sectionOf(rest, path); own !== undefined; own = sectionOf(rest, path)) {
      rest = withoutSection(rest, own);
    }
    return rest;
  },
};

function read(text: string): unknown {
  try {
    return parse(text, { integersAsBigInt: 'asNeeded' });
  } catch (error) {
    const { line, column } = membersOf(error);
    if (typeof line !== 'number' || typeof column !== 'number') throw error;
    throw new DocumentSyntaxError(line, column + 1);
  }
}

/** Adds a section at the end, a blank line before it; it ends as the text did, with a line end or none. */
function withSection(text: string, [servers, name]: EntryPath, members: EntryMembers): string {
  const lineEnd = lineEndOf(text);
  const rows = Object.entries(members).map(([key, value]) => `${key} = ${write(value)}`);
  const section = [`[${servers}.${keyOf(name)}]`, ...rows].join(lineEnd);
  if (text === '') return section + lineEnd;
  return text.endsWith('\n')
    ? text + lineEnd + section + lineEnd
    : text + lineEnd + lineEnd + section;
}

function patched(text: string, [servers, name]: EntryPath, members?: EntryMembers): string {
  const value = membersOf(read(text));
  const entries = membersOf(value[servers]);
  const { [name]: entry, ...others } = entries;
  const next =
    members === undefined ? others : { ...entries, [name]: { ...membersOf(entry), ...members } };
  return patch(text, { ...value, [servers]: next }, WRITTEN);
}

/** Whether the servers stand in one value, `mcp_servers = { … }`, which no section may extend. */
function isInline(text: string, servers: string): boolean {
  return new RegExp(`^[ \\t]*${servers}[ \\t]*=`, 'm').test(text);
}

interface SectionRange {
  readonly start: number;
  readonly end: number;
}

/** The first section of the entry, or of a table in it: from its header behind its last member. */
function sectionOf(text: string, path: EntryPath): SectionRange | undefined {
  const lines = [...text.matchAll(/^[ \t]*\[[^\n]*/gm)];
  const isHeader = ({ index }: { readonly index: number }) => isDocument(text.slice(0, index));
  const header = lines.find((line) => isHeaderOf(line[0], path) && isHeader(line));
  if (header === undefined) return undefined;
  const next = lines.find((line) => line.index > header.index && isHeader(line));
  const body = text.slice(header.index, next?.index);
  return { start: header.index, end: header.index + withoutTail(body).length };
}

/** Whether a text stands alone, as it does before a header, and not within a long string or array. */
function isDocument(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function isHeaderOf(line: string, [servers, name]: EntryPath): boolean {
  const header = line.trimEnd();
  if (!isDocument(header)) return false;
  const entries = membersOf(membersOf(parse(header))[servers]);
  return isObject(entries[name]);
}

/** Without the blank lines and comments at the end, which belong to what follows; with its line end. */
function withoutTail(body: string): string {
  const lines = body.split(/(?<=\n)/);
  const last = lines.findLastIndex((line) => !/^\s*(#|$)/.test(line));
  return lines.slice(0, last + 1).join('');
}

/** The text without a section and the blank line before it. */
function withoutSection(text: string, { start, end }: SectionRange): string {
  const before = text.slice(0, start);
  const after = text.slice(end);
  if (after === '' && !text.endsWith('\n')) return before.replace(/\r?\n\r?\n$/, '');
  if (before === '') return after.replace(/^\r?\n/, '');
  return before.replace(/(?<=\n)\r?\n$/, '') + after;
}

/** A text or a list of texts; JSON's escapes are TOML's, but for DEL, which TOML wants escaped. */
function write(value: EntryMembers[string]): string {
  if (typeof value === 'boolean') return String(value);
  if (typeof value !== 'string') return `[${value.map(write).join(', ')}]`;
  return JSON.stringify(value).replaceAll('\x7f', '\\u007F');
}

function keyOf(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : write(name);
}
