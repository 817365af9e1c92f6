import { type Document, isNode, LineCounter, parseDocument, visit } from 'yaml';
import { z } from 'zod';
import { yamlProblem } from './yaml-problem.ts';

/** A YAML text that is not valid; the message names the line and the field. */
export class YamlError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'YamlError';
  }
}

/** A short text could stand for a very large value. */
const ALIASES_MAX = 100;

interface YamlSource {
  readonly text: string;
  /** Lines of the file above the text. */
  readonly linesAbove?: number;
}

/**
 * Reads YAML 1.2 and checks it against a schema. An empty text is an empty mapping.
 * Throws `YamlError` where it is not valid, with the first problem, as `line 3: mode: …`.
 */
export function readYaml<Schema extends z.ZodType>(
  source: YamlSource,
  schema: Schema,
): z.output<Schema> {
  const lines = new LineCounter();
  const document = parseDocument(source.text, { lineCounter: lines, prettyErrors: false });
  const above = source.linesAbove ?? 0;
  const broken = document.errors[0];
  if (broken) {
    const { col, line } = lines.linePos(broken.pos[0]);
    const problem = yamlProblem(broken, source.text);
    throw new YamlError(`line ${line + above}, column ${col}: ${problem}`, { cause: broken });
  }
  const value = resolveAliases(document, (at) => lines.linePos(at).line + above) ?? {};
  const parsed = schema.safeParse(value, { error: problemText });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = issue?.path.filter((key) => typeof key !== 'symbol') ?? [];
  const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
  const line = lineOf(document, lines, [...path, ...unknown]) + above;
  const field = path.length === 0 ? '' : `${path.join('.')}: `;
  const beside = document.hasIn(path) ? '' : unknownBeside(parsed.error.issues, path);
  throw new YamlError(`line ${line}: ${field}${issue?.message ?? 'is not valid'}${beside}`);
}

/** Throws `YamlError` where an alias (`*name`) has no anchor (`&name`) above it, or there are too many. */
function resolveAliases(document: Document.Parsed, lineAt: (offset: number) => number): unknown {
  try {
    return document.toJS({ maxAliasCount: ALIASES_MAX });
  } catch (cause) {
    let message = `more than ${ALIASES_MAX} values are repeated by *NAME`;
    visit(document, {
      Alias(_, alias) {
        if (alias.resolve(document) !== undefined) return undefined;
        message = `line ${lineAt(alias.range?.[0] ?? 0)}: *${alias.source} has no &${alias.source} above it; a value that begins with * has to stand in quotes`;
        return visit.BREAK;
      },
    });
    throw new YamlError(message, { cause });
  }
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

/** The line of the nearest node that exists on the way to `path`. */
function lineOf(
  document: Document.Parsed,
  lines: LineCounter,
  path: readonly (string | number)[],
): number {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true);
    if (isNode(node) && node.range) return lines.linePos(node.range[0]).line;
  }
  return 1;
}
