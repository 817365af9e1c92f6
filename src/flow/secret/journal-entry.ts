import * as z from 'zod/mini';
import { ENTRY_STATES } from './entry-state.ts';

const path = z.string().check(z.minLength(1));

/** What a date can be made of (ECMA-262, 21.4.1.1). */
const timeMs = z.number().check(z.gte(-8.64e15), z.lte(8.64e15));

/** Where the value is to go; a stdout and a child are named only, since they do not come again. */
export const sinkTarget = z.union([
  z.object({ kind: z.literal('file'), path, overwrite: z.boolean() }),
  z.object({ kind: z.literal('dotenv'), path }),
  z.object({ kind: z.literal('stdout') }),
  z.object({ kind: z.literal('child') }),
]);
export type SinkTarget = z.infer<typeof sinkTarget>;

const ENTRY_ID = /^[a-z0-9]{12}$/;

const entryFields = z.object({
  id: z.string().check(z.regex(ENTRY_ID)),
  state: z.enum(ENTRY_STATES),
  baseUrl: z.string(),
  /** As it was typed, or its name where the service told that. */
  machine: z.string(),
  /** Where the service told it; entries of the first version have none. */
  machineId: z.optional(z.string()),
  name: z.string().check(z.regex(/^[A-Z_][A-Z0-9_]{0,99}$/)),
  force: z.boolean(),
  /** Of the request for the secret, so that a lost response can be looked up. */
  requestId: z.string(),
  commandId: z.nullable(z.string()),
  askedAtMs: timeMs,
  /** When the response to it came; none where that was lost, and in older entries. */
  acceptedAtMs: z.optional(timeMs),
  /** After this nobody can claim it any more. */
  expiresAtMs: timeMs,
  target: sinkTarget,
  /** The env files whose value a person did not want replaced. */
  declined: z.optional(z.array(z.string())),
  /** `unsettled` until the key is kept somewhere, before which nothing is sent. */
  keyStore: z.enum(['unsettled', 'keychain', 'journal']),
  publicKey: z.string(),
  /** Base64url; null where the keychain has it, and after delivery. */
  secretKey: z.nullable(z.string()),
  /** As the service handed it out; null before that and after delivery. */
  sealed: z.nullable(z.string()),
});

/** One secret that was asked for and not yet collected, as its file in the journal holds it. */
export type SecretEntry = Readonly<z.infer<typeof entryFields>>;

const entryFile = z.object({ version: z.literal(1), ...entryFields.shape });

/** Whether a text can be the id of an entry: nothing else ever becomes a part of a path. */
export function isEntryId(text: string): boolean {
  return ENTRY_ID.test(text);
}

/** The text of an entry's file. */
export function entryText(entry: SecretEntry): string {
  return `${JSON.stringify({ version: 1, ...entry })}\n`;
}

/** The entry in the text of its file; undefined where it is none, or not the one of that id. */
export function readEntry(text: string, id: string): SecretEntry | undefined {
  const read = entryFile.safeParse(jsonIn(text));
  if (!read.success || read.data.id !== id) return undefined;
  const { version: _, ...entry } = read.data;
  return entry;
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
