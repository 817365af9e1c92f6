import type { SecretEntry } from '../../flow/secret/journal-entry.ts';
import type { OtherRequest } from '../../flow/secret/request-order.ts';
import { isPlainWord } from '../../render/advice-step.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';

/**
 * What expired unclaimed and was wiped, a line each: a machine that has made it uses a value that nobody has,
 * and nothing else tells. '' where there is none.
 */
export function expiredNote(expired: readonly SecretEntry[]): string {
  return expired.map(lineOf).join('');
}

/** What another request of the same name means for a value that has come. */
export function otherRequestLine({ id, order }: OtherRequest): string {
  if (order === 'later')
    return `A later request of this name (${id}) waits, and its value is the one that will count: fleet secret resume ${id}.`;
  if (order === 'unknown')
    return `Another fleet secret (${id}) asked for this name at the same time: which of the two values the machine keeps is not known. Once both have ended ask again with --force, one at a time.`;
  // Its process would ask about it, or end with it.
  return `Another fleet secret (${id}) still waits for an older value of this name, which is worth nothing: end it, and then fleet secret discard ${id}.`;
}

/** The same of an entry that was discarded before its secret was collected: the request itself is not taken back. */
export function notTakenBackNote({ force, machine, name }: SecretEntry): string {
  const what = `The request is not taken back: ${machine} may still make ${name}${force ? ' in the place of the old one' : ''}, and then nobody has its value.`;
  return `${sanitiseLine(what)} Ask again with \`${againCommand({ force, machine, name })}\`.\n`;
}

function lineOf(entry: SecretEntry): string {
  const { baseUrl, machine, name } = entry;
  const what = `${name} of ${machine} was not collected in time (asked of ${baseUrl})`;
  return `${sanitiseLine(what)}: if the machine made it, nobody has its value. Ask again with \`${againCommand(entry)}\`.\n`;
}

function againCommand({
  force,
  machine,
  name,
}: Pick<SecretEntry, 'force' | 'machine' | 'name'>): string {
  const words = `secret new ${isPlainWord(machine) ? machine : 'MACHINE'} ${name}`;
  return serviceCommand(force ? `${words} --force` : words);
}
