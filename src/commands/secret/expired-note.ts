import type { SecretEntry } from '../../flow/secret/journal-entry.ts';
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

function lineOf({ baseUrl, force, machine, name }: SecretEntry): string {
  const words = `secret new ${isPlainWord(machine) ? machine : 'MACHINE'} ${name}`;
  const again = serviceCommand(force ? `${words} --force` : words);
  const what = `${name} of ${machine} was not collected in time (asked of ${baseUrl})`;
  return `${sanitiseLine(what)}: if the machine made it, nobody has its value. Ask again with \`${again}\`.\n`;
}
