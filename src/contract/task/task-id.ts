/** Makes the message authentication code of a text: 128 bits as 22 characters of base64url. */
export type Mac = (text: string) => string;

/** What a task's id says: which call made it, what is looked up for it, and since when it is. */
export interface TaskName {
  /** The tool that was called. */
  readonly operation: string;
  readonly kind: 'job' | 'command';
  /** Of the job or command. */
  readonly id: string;
  /** Milliseconds since the Unix epoch. */
  readonly createdMs: number;
}

const SHAPE =
  /^(?<operation>[^:]+):(?<kind>job|command):(?<id>[^:]+):(?<created>[0-9a-z]{1,9}):(?<mac>[\w-]{22})$/;
const ID_CHARS_MAX = 1000;

/**
 * The id as `run_skill:job:job_1:mb3k2j0a:…`: any process that has the key of `mac` resolves it, and
 * it is visible ASCII, as the header `Mcp-Name` needs it.
 */
export function printTaskId(name: TaskName, mac: Mac): string {
  const { createdMs, id, kind, operation } = name;
  const text = `${escaped(operation)}:${kind}:${escaped(id)}:${createdMs.toString(36)}`;
  return `${text}:${mac(text)}`;
}

/** What an id of this format says, whoever printed it; undefined for any other text. */
export function readTaskId(text: string): TaskName | undefined {
  const { created = '', id = '', kind, operation = '' } = SHAPE.exec(text)?.groups ?? {};
  if (kind !== 'job' && kind !== 'command') return undefined;
  const createdMs = Number.parseInt(created, 36);
  return { operation: decoded(operation), kind, id: decoded(id), createdMs };
}

/** What an id says; undefined for one that was not printed with the key of `mac`. */
export function parseTaskId(text: unknown, mac: Mac): TaskName | undefined {
  if (typeof text !== 'string' || text.length > ID_CHARS_MAX) return undefined;
  const { mac: given = '' } = SHAPE.exec(text)?.groups ?? {};
  const isOurs = given !== '' && isSame(given, mac(text.slice(0, -given.length - 1)));
  return isOurs ? readTaskId(text) : undefined;
}

/** A part of an id; what nobody escaped so stays as it is. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Takes the same time wherever two texts of one length differ. */
function isSame(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length;
  for (let at = 0; at < expected.length; at += 1) {
    difference |= given.charCodeAt(at) ^ expected.charCodeAt(at);
  }
  return difference === 0;
}

function escaped(part: string): string {
  return encodeURIComponent(part.toWellFormed());
}
