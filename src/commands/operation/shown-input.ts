import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { HIDDEN, withoutSecrets } from '../../contract/without-secrets.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';

/** No line of a terminal is so long. */
const CHARS_MAX = 1000;

/**
 * The input of a call for the person who confirms it, a line for each member: as JSON, in which nothing can pass
 * for another member or act on the terminal. What its schema calls secret is not shown.
 */
export function shownInput(input: JsonObject, schema: unknown): readonly string[] {
  return Object.entries(withoutSecrets(input, schema)).map(
    ([name, shown]) =>
      `${/^[\w-]+$/.test(name) ? name : json(name)}: ${shown === HIDDEN ? shown : json(shown)}`,
  );
}

function json(value: unknown): string {
  return escapeForTerminalJson(stringifyJson(value).slice(0, CHARS_MAX));
}
