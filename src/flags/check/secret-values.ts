import { memberOf } from '../../contract/response-member.ts';
import { HIDDEN, withoutSecrets } from '../../contract/without-secrets.ts';
import type { PlainObject } from '../plain-json.ts';
import type { SchemaProblem } from './check-schema.ts';

/** The problems of an input as they may be told: without values that its schema calls secret. */
export function withoutSecretValues(
  problems: readonly SchemaProblem[],
  input: PlainObject,
  inputSchema: unknown,
): readonly SchemaProblem[] {
  const shown = withoutSecrets(input, inputSchema);
  return problems.map((problem) =>
    problem.kind === 'missing' ? problem : { ...problem, value: shownAt(shown, problem.path) },
  );
}

function shownAt(shown: unknown, path: SchemaProblem['path']): unknown {
  let value = shown;
  for (const step of path) {
    if (value === HIDDEN) break;
    value = Array.isArray(value) ? value[Number(step)] : memberOf(value, String(step));
  }
  return value;
}
