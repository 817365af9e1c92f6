import { kebab } from '../../base/text/kebab.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { CLOUD_COMMANDS } from '../cloud-commands.ts';

/** The word of an operation after `fleet cloud`: kebab-case, after `op:` where a command of ours has that name. */
export function commandName(operation: string): string {
  const word = sanitiseLine(kebab(operation));
  return Object.hasOwn(CLOUD_COMMANDS, `cloud:${word}`) || word.startsWith('-')
    ? `op:${word}`
    : word;
}
