import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { type AnswerInput, answerInput } from '../answer-input.ts';
import { KEY_SHAPE } from '../key-shape.ts';
import type { Question } from '../question.ts';
import { invalidTaskParams, type TaskError } from './extension.ts';
import { chosenBeforehand, type FormStyle, optionLabels } from './question-form.ts';
import type { CleanLine } from './status-message.ts';

/** What came of a form: what answer_job gets, a no of the person, or a form that was not filled in as asked. */
type FormAnswer =
  | { readonly kind: 'answer'; readonly input: AnswerInput }
  | { readonly kind: 'declined' }
  | { readonly kind: 'wrong'; readonly message: string };

const ANSWER_CHARS_MAX = 20_000;
/** Whoever asks may have asked for one, and an answer stands in the job for all to read. */
const KEY_IN_ANSWER =
  '`content.answer` holds an API key or token, which is not shown here. It was not sent.';
const MEMBERS: readonly string[] = ['option', 'options', 'answer'];

/**
 * Reads the response to the form of a question (`questionForm`): the options as the agent wrote them,
 * before the person's own words. Words alone where nothing else is chosen than the form had chosen
 * beforehand: who writes "no" must not have said the agent's yes as well.
 */
export function readFormAnswer(
  question: Question,
  response: unknown,
  style: FormStyle,
): FormAnswer {
  const { clean } = style;
  const { action, content } = membersOf(response);
  if (action === 'decline' || action === 'cancel') return { kind: 'declined' };
  if (action !== 'accept') return wrong('action', action, '"accept", "decline" or "cancel"');
  if (!isObject(content)) return wrong('content', content, 'an object');
  const foreign = Object.keys(content).find((name) => !MEMBERS.includes(name));
  if (foreign !== undefined) return wrong(`content.${foreign}`, content[foreign], 'nothing');
  // Some clients send fields that nobody filled in as null, or as an empty text.
  const answer = content['answer'] ?? '';
  const option = content['option'] || undefined;
  const options = content['options'] ?? (option === undefined ? [] : [option]);
  if (typeof answer !== 'string') return wrong('content.answer', answer, 'a string');
  if (!Array.isArray(options)) return wrong('content.options', options, 'a list of choices');
  const labels = optionLabels(question, clean);
  const notOffered = options.find((each) => !labels.includes(each));
  const name = Array.isArray(content['options']) ? 'content.options' : 'content.option';
  const allowed = labels.map((label) => JSON.stringify(label)).join(', ') || 'nothing';
  if (notOffered !== undefined) return wrong(name, notOffered, allowed);
  if (options.length > 1 && !question.isMultiple) return wrong(name, options, `one of ${allowed}`);
  if (KEY_SHAPE.test(answer)) return { kind: 'wrong', message: KEY_IN_ANSWER };
  const text = answer.trim();
  const beforehand = chosenBeforehand(question, style);
  const isUntouched = text !== '' && options.every((each) => each === beforehand);
  const chosen = isUntouched ? [] : options;
  const picked = labels
    .filter((label) => chosen.includes(label))
    .map((label) => optionOf(question, label, clean));
  const input = answerInput({ options: picked, text });
  if (input.answer === '') {
    return wrong('content', content, labels.length === 0 ? 'an answer' : 'a choice or an answer');
  }
  return input.answer.length > ANSWER_CHARS_MAX
    ? wrong('content.answer', `${answer.length} characters`, `at most ${ANSWER_CHARS_MAX}`)
    : { kind: 'answer', input };
}

/** The option that a person saw as this label: of several that look alike the one that is written so, else the first. */
function optionOf({ options }: Question, label: string, clean: CleanLine): string {
  return (
    options.find((each) => each === label) ?? options.find((each) => clean(each) === label) ?? label
  );
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
