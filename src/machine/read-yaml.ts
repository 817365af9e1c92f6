import { type Document, isNode } from 'yaml';
import { z } from 'zod';
import { parseYaml, type YamlSource } from './parse-yaml.ts';
import { YamlError } from './yaml-error.ts';

/**
 * Reads YAML 1.2 and checks it against a schema. An empty text is an empty mapping.
 * Throws `YamlError` where it is not valid, with the first problem, as `line 3: mode: …`.
 */
export function readYaml<Schema extends z.ZodType>(
  source: YamlSource,
  schema: Schema,
): z.output<Schema> {
  const { document, lineAt, value } = parseYaml(source);
  const parsed = schema.safeParse(value ?? {}, { error: problemText });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.filter((key) => typeof key !== 'symbol') ?? [];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const line = lineAt(offsetOf(document, [...path, ...unknown]));
  const field = path.length === 0 ? '' : `${path.join('.')}: `;
  const beside = document.hasIn(path) ? '' : unknownBeside(parsed.error.issues, path);
  throw new YamlError(`line ${line}: ${field}${issue?.message ?? 'is not valid'}${beside}`);
}

/** The unknown members of the mapping where the one at `path` is missing: it may be mistyped there. */
function unknownBeside(issues: readonly z.core.$ZodIssue[], path: readonly PropertyKey[]): string {
  const parent = JSON.stringify(path.slice(0, -1));
  const keys = issues
    .filter((issue) => issue.code === 'unrecognized_keys')
    .filter((issue) => JSON.stringify(issue.path) === parent)
    .flatMap((issue) => issue.keys);
  return keys.length === 0 ? '' : `; ${keys.join(', ')} is not known here`;
}

/** What is wrong with a value in words for who wrote the file; undefined for what zod says as well. */
function problemText(issue: z.core.$ZodRawIssue): string | undefined {
  const choices = issue.code === 'invalid_value' ? `must be one of ${issue.values.join(', ')}` : '';
  if (issue.input === undefined) return choices === '' ? 'is missing' : `is missing, ${choices}`;
  if (issue.code === 'unrecognized_keys') {
    const known = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
    const only = known.length === 0 ? '' : `, only ${known.join(', ')}`;
    return `${issue.keys.join(', ')} is not known here${only}`;
  }
  return choices === '' ? undefined : choices;
}

/** Where the nearest node begins that exists on the way to `path`. */
function offsetOf(document: Document.Parsed, path: readonly (string | number)[]): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return node.range[0];
  }
  return 0;
}
