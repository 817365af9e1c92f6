/** Our own flags: reserved for ever, so that a schema can never take one. */
const OWN_FLAGS = [
  'profile',
  'base-url',
  'output',
  'json',
  'query',
  'all',
  'follow',
  'follow-timeout',
  'yes',
  'no-input',
  'dry-run',
  'timeout',
  'quiet',
  'verbose',
  'help',
  'input',
  'arg',
  'validate',
  'schema',
  'example',
  'columns',
  'sort-by',
  'pager',
  'color',
  'full',
  'max-rows',
] as const;

/**
 * Flags that Node itself acts on anywhere on its command line before a `--`, and can run code from:
 * never ours and never generated.
 */
const NODE_FLAGS = [
  'env-file',
  'env-file-if-exists',
  'experimental-config-file',
  'experimental-default-config-file',
] as const;

const TAKEN: ReadonlySet<string> = new Set([...OWN_FLAGS, ...NODE_FLAGS]);

/**
 * Whether a generated flag (without dashes) must not have this name: ours, Node's, the `--no-` form
 * of either, or one of `--arg-*`.
 */
export function isReservedFlag(flag: string): boolean {
  if (flag === 'arg' || flag.startsWith('arg-')) return true;
  if (TAKEN.has(flag)) return true;
  return flag.startsWith('no-') && isReservedFlag(flag.slice('no-'.length));
}
