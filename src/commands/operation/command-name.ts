import { kebab } from '../../flags/names.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { COMMANDS } from '../registry.ts';

/** How an operation is typed after `fleet cloud`: in kebab-case, behind `op:` where the word is ours. */
export function commandName(operation: string): string {
  const word = sanitiseLine(kebab(operation));
  return Object.hasOwn(COMMANDS, `cloud:${word}`) || word.startsWith('-') ? `op:${word}` : word;
}
