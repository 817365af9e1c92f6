import type { Environment } from '../../base/environment.ts';

/** What of the environment goes before what was just chosen or stored, in a line; '' where nothing does. */
export function goesFirstNote(
  variables: readonly string[],
  environment: Environment,
  before: string,
): string {
  const first = variables.filter((name) => (environment[name] ?? '') !== '');
  if (first.length === 0) return '';
  return `${first.join(', ')} of the environment still goes before ${before}.\n`;
}
