import { ignoresCase } from '../base/paths/path-rules.ts';
import { reservedName } from '../base/paths/reserved-name.ts';
import type { Platform } from '../base/platform.ts';

/**
 * Why the system would mix up a new profile, whose key may lie in a file of its name, with something else;
 * undefined where it would not.
 */
export function nameProblem(
  name: string,
  others: readonly string[],
  platform: Platform,
): string | undefined {
  const reserved = reservedName(name, platform);
  if (reserved !== undefined) return `${name} names the file of its key: ${reserved}.`;
  if (!ignoresCase(platform)) return undefined;
  const isTwin = (other: string) => other !== name && other.toLowerCase() === name.toLowerCase();
  const twin = others.find(isTwin);
  return twin && `This system takes ${name} and ${twin}, which is there, for one file.`;
}
