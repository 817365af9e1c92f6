import { z } from 'zod';
import { type Scrub, scrubValue } from '../secrets/scrub.ts';
import { ask, fail, finish, link, progress, spend, text } from '../skills/agent-script.ts';

/** What a program may write to its commands file: the steps of a script that report something, and its session. */
const SCHEMAS = {
  ...progress.shape,
  ...link.shape,
  ...ask.shape,
  ...spend.shape,
  ...fail.shape,
  finish: finish.shape.finish.extend({ headline: text.nullable().default(null) }),
  // It may become an argument of a program, so it never looks like an option.
  session: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,199}$/, 'must be an id'),
} as const;

type Schemas = typeof SCHEMAS;
type ReportKind = keyof Schemas;

/** One line of a commands file, by its kind. */
export type ReportedLine = {
  readonly [Kind in ReportKind]: {
    readonly kind: Kind;
    readonly value: Readonly<z.output<Schemas[Kind]>>;
  };
}[ReportKind];

/**
 * Parses one line of a commands file, a JSON object with one member, with the secrets in its texts
 * scrubbed but for a question, whose options are looked at one by one (`shownQuestion`). Gives what is wrong with it as a text where it is not valid.
 */
export function readReportedLine(line: string, scrub: Scrub): ReportedLine | string {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return 'is not JSON';
  }
  const [kind, ...others] = isMapping(value) ? Object.keys(value) : [];
  if (!isMapping(value) || !isKind(kind) || others.length > 0) {
    return `must be an object with one member of ${Object.keys(SCHEMAS).join(', ')}`;
  }
  const told = kind === 'ask' ? value[kind] : scrubValue(value[kind], scrub);
  const parsed = SCHEMAS[kind].safeParse(told);
  if (parsed.success) return { kind, value: parsed.data } as ReportedLine;
  const issue = parsed.error.issues[0];
  return `${[kind, ...(issue?.path ?? [])].join('.')}: ${issue?.message ?? 'is not valid'}`;
}

/**
 * Also behind another object or in a list, and without the double quotes, which a shell takes out of
 * `"{"ask":…}"`, or with single ones. The outcome tells by itself: it may stand in another line than `finish`.
 */
const UNREADABLE_DENIAL =
  /(?:(?:^|[}[],?\s*)\{\s*["']?|^["'])(?:ask|fail)["']?\s*:|\b(?:outcome|finish)["']?\s*:\s*["']?(?:not_done|needs_human)\b/;

/**
 * Whether a line that is not valid was to ask a person, or to say that the task was not done: a run
 * that wrote it is no success. Of what is no object that is known here its words tell.
 */
export function deniesSuccess(line: string): boolean {
  if (UNREADABLE_DENIAL.test(line)) return true;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return false;
  }
  if (!isMapping(value)) return false;
  const { ask, fail, finish } = value;
  const outcome = isMapping(finish) ? (finish['outcome'] ?? 'done') : 'done';
  return ask !== undefined || fail !== undefined || outcome !== 'done';
}

function isMapping(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isKind(name: string | undefined): name is ReportKind {
  return name !== undefined && Object.hasOwn(SCHEMAS, name);
}
