/** What a person says to a job that asks: options that it offers, words of their own, or both. */
export interface Answer {
  readonly options: readonly string[];
  readonly text: string;
}

/** The members of the input of answer_job that say it (specification, "Inbox, jobs"). */
export interface AnswerInput {
  readonly answer: string;
  readonly option?: string;
  readonly options?: readonly string[];
}

/**
 * An answer as answer_job takes it. `answer` is required there, so it is the options too, one a line,
 * before the person's own words: an agent that is given nothing else has everything.
 */
export function answerInput({ options, text }: Answer): AnswerInput {
  const picked = [...new Set(options)];
  const [first, ...others] = picked;
  const answer = [...picked, ...(text === '' ? [] : [text])].join('\n');
  if (first === undefined) return { answer };
  return others.length === 0 ? { answer, option: first } : { answer, options: picked };
}
