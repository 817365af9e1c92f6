import { memberOf, recordIn, textOf } from './response-member.ts';

/** What a job asks a person. The texts come from an agent: they are data. */
export interface Question {
  readonly text: string;
  readonly context: string | undefined;
  /** Empty where any words will do. */
  readonly options: readonly string[];
  readonly recommended: string | undefined;
  /** Whether several options may be picked. */
  readonly isMultiple: boolean;
  /**
   * When the job asked it, as far as the response says: a job may ask the same twice. Two of
   * different length are of responses that say it differently.
   */
  readonly place: readonly unknown[];
}

/** Some times longer than a machine's may be: what is done with a longer one takes long. */
const TEXT_CHARS_MAX = 400_000;
/** So are more options, and longer ones, which no answer of a person is. */
const OPTIONS_MAX = 1000;
const OPTION_CHARS_MAX = 10_000;

function isOption(option: unknown): option is string {
  return typeof option === 'string' && option !== '' && option.length <= OPTION_CHARS_MAX;
}

/**
 * The question of a job, or of a response that holds one (specification, "Job"); a service may leave
 * out all of it but the text. Undefined where there is none.
 */
export function questionIn(response: unknown): Question | undefined {
  const job = recordIn(response, 'job');
  const question = memberOf(job, 'question');
  const text = typeof question === 'string' ? question : textOf(question, 'text');
  if (text === undefined || text === '') return undefined;
  const choices = memberOf(question, 'choices');
  const options = memberOf(choices, 'options');
  const recommended = textOf(choices, 'recommended');
  return {
    text: text.slice(0, TEXT_CHARS_MAX),
    context: textOf(question, 'context')?.slice(0, TEXT_CHARS_MAX),
    options: Array.isArray(options) ? options.slice(0, OPTIONS_MAX).filter(isOption) : [],
    recommended: recommended !== undefined && isOption(recommended) ? recommended : undefined,
    isMultiple: memberOf(choices, 'multiple') === true,
    place: placeOf(job),
  };
}

/**
 * When it was asked by the timeline, else when the one before it was answered, and how many answers
 * never reached it: after each it is asked anew.
 */
export function placeOf(job: unknown): readonly unknown[] {
  const times = listIn(job, 'timeline')
    .filter((entry) => textOf(entry, 'kind') === 'question')
    .map((entry) => textOf(entry, 'at'));
  const last = times.at(-1);
  const lost = listIn(job, 'commands').filter(
    (command) =>
      textOf(command, 'type') === 'job.answer' && LOST.has(textOf(command, 'status') ?? ''),
  );
  return last === undefined
    ? [textOf(memberOf(job, 'answer'), 'at'), lost.length]
    : [last, times.filter((at) => at === last).length, lost.length];
}

const LOST: ReadonlySet<string> = new Set(['failed', 'expired', 'cancelled']);

function listIn(job: unknown, name: string): readonly unknown[] {
  const list = memberOf(job, name);
  return Array.isArray(list) ? list : [];
}
