import { Failure } from '../../contract/failure.ts';
import { suggest } from '../../contract/suggest.ts';
import { HIDDEN } from '../../contract/without-secrets.ts';
import type { Fields } from '../field.ts';
import type { PlainObject } from '../plain-json.ts';
import { shortened } from '../text-to-value.ts';
import type { SchemaProblem } from './check-schema.ts';
import { withoutSecretValues } from './secret-values.ts';

/** One wrong or missing value of an input, in the words of a command line. */
export interface InputProblem {
  /** The flag that sets it (`--limit`, `--args.lines`), else `--arg NAME` or the JSON path. */
  readonly flag: string;
  /** Wire names and list indexes, joined with dots. */
  readonly path: string;
  /** The value as shortened JSON; null where it is missing. */
  readonly value: string | null;
  readonly allowed: string;
  /** The whole problem as a sentence. */
  readonly sentence: string;
}

/** The failure of a usage that names every wrong flag, its value and what is allowed. */
export function invalidInput(
  [first, ...others]: readonly [InputProblem, ...InputProblem[]],
  { positionals }: Fields,
): Failure {
  const problems = [first, ...others];
  const isPlaceMissing = problems.some(
    ({ path, value }) => value === null && positionals.includes(path),
  );
  return new Failure('usage', {
    code: 'invalid_input',
    title: first.value === null ? `${first.flag} is missing` : `${first.flag} is not valid`,
    detail: problems.map(({ sentence }) => sentence).join('\n'),
    ...(isPlaceMissing && {
      advice: `As arguments, in this order: ${positionals.join(' ').toUpperCase()}.`,
    }),
    extra: {
      problems: problems.map(({ flag, path, value, allowed }) => ({ flag, path, value, allowed })),
    },
  });
}

/** The problems of an input with the names that a person typed, and without values that its schema calls secret. */
export function inputProblems(
  problems: readonly SchemaProblem[],
  input: PlainObject,
  inputSchema: unknown,
  fields: Fields,
): readonly InputProblem[] {
  const shown = withoutSecretValues(problems, input, inputSchema);
  return shown.map((problem) => inWords(problem, fields));
}

function inWords(problem: SchemaProblem, fields: Fields): InputProblem {
  const flag = flagOf(problem.path, fields);
  const { allowed, kind } = problem;
  const value =
    kind === 'missing'
      ? null
      : problem.value === HIDDEN
        ? HIDDEN
        : shortened(JSON.stringify(problem.value));
  const sentence =
    kind === 'unknown'
      ? `${flag} is not known here: allowed are ${allowed}.${didYouMean(problem)}`
      : kind === 'missing'
        ? `${flag} is required: ${allowed}.`
        : `${flag} is ${value}; allowed is ${allowed}.`;
  return { flag, path: problem.path.join('.'), value, allowed, sentence };
}

function didYouMean({ path, names = [] }: SchemaProblem): string {
  const [nearest] = suggest(String(path.at(-1)), names);
  return nearest === undefined ? '' : ` Did you mean ${nearest}?`;
}

function flagOf(path: SchemaProblem['path'], { fields }: Fields): string {
  const [top, ...rest] = path;
  if (top === undefined) return 'the input';
  const field = fields.find(({ name }) => name === top);
  const head = field === undefined || field.flag === null ? `--arg ${top}` : `--${field.flag}`;
  return rest.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : `${text}.${step}`),
    head,
  );
}
