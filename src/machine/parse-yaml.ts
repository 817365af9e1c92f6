import { type Document, Lexer, LineCounter, parseDocument } from 'yaml';
import { YamlError } from './yaml-error.ts';
import { yamlProblem } from './yaml-problem.ts';
import { plainValue } from './yaml-value.ts';

/** The parser takes a second for ten times as many; a line `name: value` has seven. */
const PARTS_MAX = 100_000;

export interface YamlSource {
  readonly text: string;
  /** Lines of the file above the text. */
  readonly linesAbove?: number;
}

/** A YAML text as its nodes, which keep comments, and as the value that they stand for. */
interface ParsedYaml {
  readonly document: Document.Parsed;
  readonly value: unknown;
  /** The line of the file that has this place in the text. */
  lineAt(offset: number): number;
}

/**
 * Parses YAML 1.2, in time that grows with the text and no more. Throws `YamlError` with the first
 * problem where it is not valid, has too many parts, or repeats by `*NAME` more than `plainValue` takes.
 */
export function parseYaml({ linesAbove = 0, text }: YamlSource): ParsedYaml {
  refuseTooManyParts(text);
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    // Whatever a directive or a tag asks for, values are those of JSON.
    resolveKnownTags: false,
    schema: 'core',
    // The parser compares each name with all before it; `plainValue` looks for those set twice.
    uniqueKeys: false,
  });
  const placeOf = (offset: number) => {
    const { col, line } = lines.linePos(offset);
    return { column: col, line: line + linesAbove };
  };
  const broken = document.errors[0];
  if (broken) {
    const { column, line } = placeOf(broken.pos[0]);
    const problem = yamlProblem(broken, text);
    throw new YamlError(`line ${line}, column ${column}: ${problem}`, { cause: broken });
  }
  const value = plainValue(document.contents, placeOf);
  return { document, value, lineAt: (offset) => placeOf(offset).line };
}

/** Counted before anything is made of them. */
function refuseTooManyParts(text: string): void {
  let parts = 0;
  for (const _part of new Lexer().lex(text)) {
    parts += 1;
    if (parts > PARTS_MAX) throw new YamlError(`has more than ${PARTS_MAX} words and marks`);
  }
}
