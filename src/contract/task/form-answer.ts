import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { type AnswerInput, answerInput } from '../answer-input.ts';
import type { Question } from '../question.ts';
import { invalidTaskParams, type TaskError } from './extension.ts';
import { optionLabels } from './question-form.ts';
import type { CleanLine } from './status-message.ts';

/** What came of a form: what answer_job gets, a no of the person, or a form that was not filled in as asked. */
type FormAnswer =
  | { readonly kind: 'answer'; readonly input: AnswerInput }
  | { readonly kind: 'declined' }
  | { readonly kind: 'wrong'; readonly message: string };

const ANSWER_CHARS_MAX = 20_000;
const MEMBERS: readonly string[] = ['option', 'options', 'answer'];

/**
 * Reads the response to the form of a question (`questionForm`): the options as the agent wrote them,
 * before the person's own words.
 */
export function readFormAnswer(
  question: Question,
  response: unknown,
  clean: CleanLine,
): FormAnswer {
  const { action, content } = membersOf(response);
  if (action === 'decline' || action === 'cancel') return { kind: 'declined' };
  if (action !== 'accept') return wrong('action', action, '"accept", "decline" or "cancel"');
  if (!isObject(content)) return wrong('content', content, 'an object');
  const foreign = Object.keys(content).find((name) => !MEMBERS.includes(name));
  if (foreign !== undefined) return wrong(`content.${foreign}`, content[foreign], 'nothing');
  const { answer = '', option, options = option === undefined ? [] : [option] } = content;
  if (typeof answer !== 'string') return wrong('content.answer', answer, 'a string');
  if (!Array.isArray(options)) return wrong('content.options', options, 'a list of choices');
  const labels = optionLabels(question, clean);
  const notOffered = options.find((each) => !labels.includes(each));
  const name = content['options'] === undefined ? 'content.option' : 'content.options';
  const allowed = labels.map((label) => JSON.stringify(label)).join(', ') || 'nothing';
  if (notOffered !== undefined) return wrong(name, notOffered, allowed);
  if (options.length > 1 && !question.isMultiple) return wrong(name, options, `one of ${allowed}`);
  const picked = question.options.filter((each) => options.includes(clean(each)));
  const input = answerInput({ options: picked, text: answer.trim() });
  if (input.answer === '') {
    return wrong('content', content, labels.length === 0 ? 'an answer' : 'a choice or an answer');
  }
  return input.answer.length > ANSWER_CHARS_MAX
    ? wrong('content.answer', `${answer.length} characters`, `at most ${ANSWER_CHARS_MAX}`)
    : { kind: 'answer', input };
}

/** The responses of an update, each an object by its key; an error for what is none. */
export function responsesIn({
  inputResponses: given,
}: JsonObject): { readonly responses: JsonObject } | { readonly error: TaskError } {
  if (!isObject(given)) {
    const message = '`inputResponses` must be an object of responses by their keys.';
    return { error: invalidTaskParams(message) };
  }
  const wrong = Object.keys(given).find((key) => !isObject(given[key]));
  if (wrong === undefined) return { responses: given };
  const message = `\`inputResponses\` must have objects; ${JSON.stringify(wrong.slice(0, 100))} is none.`;
  return { error: invalidTaskParams(message) };
}

const SHOWN_CHARS_MAX = 100;

function wrong(name: string, value: unknown, allowed: string): FormAnswer {
  const shown = (JSON.stringify(value) ?? 'missing').slice(0, SHOWN_CHARS_MAX);
  return { kind: 'wrong', message: `\`${name}\` is ${shown}; allowed is ${allowed}.` };
}
