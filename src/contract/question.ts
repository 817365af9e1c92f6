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
}

/**
 * The question of a job, or of a response that holds one (specification, "Job"); a service may leave
 * out all of it but the text. Undefined where there is none.
 */
export function questionIn(response: unknown): Question | undefined {
  const question = memberOf(recordIn(response, 'job'), 'question');
  const text = typeof question === 'string' ? question : textOf(question, 'text');
  if (text === undefined || text === '') return undefined;
  const choices = memberOf(question, 'choices');
  const options = memberOf(choices, 'options');
  return {
    text,
    context: textOf(question, 'context'),
    options: Array.isArray(options)
      ? options.filter((option): option is string => typeof option === 'string' && option !== '')
      : [],
    recommended: textOf(choices, 'recommended'),
    isMultiple: memberOf(choices, 'multiple') === true,
  };
}
