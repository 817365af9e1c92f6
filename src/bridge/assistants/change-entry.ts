import { isDeepStrictEqual } from 'node:util';
import { isObject, membersOf } from '../../base/json/object.ts';
import {
  type DocumentFormat,
  DocumentSyntaxError,
  type EntryMembers,
  type EntryPath,
} from './document-format.ts';

/** The document with these members in the entry; undefined where it cannot be changed safely. */
export function withEntry(
  format: DocumentFormat,
  text: string,
  path: EntryPath,
  members: EntryMembers,
): string | undefined {
  const next = format.set(text, path, members);
  return ifSame(format, path, { text, next }, (entry) =>
    Object.entries(members).every(([name, value]) =>
      isDeepStrictEqual(membersOf(entry)[name], value),
    ),
  );
}

/** The document without the entry; undefined where it cannot be removed safely. */
export function withoutEntry(
  format: DocumentFormat,
  text: string,
  path: EntryPath,
): string | undefined {
  const next = format.remove(text, path);
  return ifSame(format, path, { text, next }, (entry) => entry === undefined);
}

/**
 * The changed text, if it means the same as before except for the entry, which must be as wanted: it
 * is parsed again before it is used, because editing text can go wrong.
 */
function ifSame(
  format: DocumentFormat,
  path: EntryPath,
  { text, next }: { readonly text: string; readonly next: string },
  isWanted: (entry: unknown) => boolean,
): string | undefined {
  const before = split(format.read(text), path);
  const after = split(readAgain(format, next), path);
  return isWanted(after.entry) && isDeepStrictEqual(before.rest, after.rest) ? next : undefined;
}

function readAgain(format: DocumentFormat, text: string): unknown {
  try {
    return format.read(text);
  } catch (error) {
    if (error instanceof DocumentSyntaxError) return undefined;
    throw error;
  }
}

/** The entry, and everything else; null, or an empty object of servers, counts as none. */
function split(document: unknown, [servers, name]: EntryPath) {
  if (!isObject(document)) return { entry: undefined, rest: undefined };
  const { [servers]: entries, ...others } = document;
  const { [name]: entry, ...foreign } = membersOf(entries);
  const isEmpty =
    (entries ?? undefined) === undefined ||
    (isObject(entries) && Object.keys(foreign).length === 0);
  const kept = isObject(entries) ? foreign : entries;
  return { entry, rest: isEmpty ? others : { ...others, [servers]: kept } };
}
