import type { KnownClass } from '../../client/retry.ts';
import type { BridgeOptions } from '../options.ts';

/** Why a tool is not offered; undefined where it is. The same answer for the list and for calls. */
export type ToolFilter = (name: string, operationClass: KnownClass) => string | undefined;

/** The filter that the command line asks for: deny wins over allow. */
export async function toolFilter(
  options: Pick<BridgeOptions, 'readOnly' | 'allow' | 'deny'>,
): Promise<ToolFilter> {
  const { allow, deny, readOnly } = options;
  const isAllowed = await matcher(allow);
  const isDenied = await matcher(deny);
  return (name, operationClass) => {
    if (readOnly && operationClass !== 'read')
      return 'it acts, and the bridge runs with --read-only';
    if (isDenied(name)) return 'the bridge runs with a --deny for it';
    if (allow.length > 0 && !isAllowed(name)) return 'the bridge runs with --allow for others only';
    return undefined;
  };
}

async function matcher(globs: readonly string[]): Promise<(name: string) => boolean> {
  if (globs.length === 0) return () => false;
  const { default: picomatch } = await import('picomatch');
  // Names are no paths: a star means every character, `.` and `/` included.
  return picomatch([...globs], { dot: true, bash: true });
}
