import { isExactNumber, stringifyJson } from '../../base/json/lossless.ts';
import { DIAGNOSTICS_BYTES_MAX, DIAGNOSTICS_LEVELS_MAX } from '../../contract/limits.ts';
import { Refusal } from '../refusal.ts';

/**
 * The diagnostics of a report as they are kept: JSON without spaces, at most 64 KiB in UTF-8 and 32
 * levels deep, the object itself being the first. Throws `invalid_request`.
 */
export function diagnosticsText(diagnostics: Readonly<Record<string, unknown>>): string {
  if (levelsOf(diagnostics) > DIAGNOSTICS_LEVELS_MAX) {
    throw refused(`is nested deeper than the allowed ${DIAGNOSTICS_LEVELS_MAX} levels`);
  }
  const text = stringifyJson(diagnostics);
  const bytes = Buffer.byteLength(text);
  if (bytes > DIAGNOSTICS_BYTES_MAX) {
    throw refused(`has ${bytes} bytes as JSON; allowed are ${DIAGNOSTICS_BYTES_MAX}`);
  }
  return text;
}

/** How deep objects and lists are nested; no input is nested deeper than recursion can follow. */
function levelsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return 0;
  return 1 + Object.values(value).reduce<number>((most, one) => Math.max(most, levelsOf(one)), 0);
}

function refused(what: string): Refusal {
  return new Refusal('invalid_request', `\`diagnostics\` ${what}.`);
}
