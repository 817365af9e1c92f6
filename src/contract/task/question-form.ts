import type { JsonObject } from '../../base/json/object.ts';
import type { Question } from '../question.ts';
import { quotedLines } from '../quoted-lines.ts';
import { textOf } from '../response-member.ts';
import { type CleanLine, commandMessage, quoted } from './status-message.ts';

/** A question as it is put to a person. */
export interface PosedQuestion {
  readonly question: Question;
  /** The job that asks: several of one skill may ask the same at once. */
  readonly record?: unknown;
  /** The command of the last answer to it, where that never reached the job. */
  readonly lostAnswer?: unknown;
}

/** How a question is put to a person by a client. */
export interface FormStyle {
  /** Makes one harmless line of what an agent wrote. */
  readonly clean: CleanLine;
  /** Whether the client's forms take several of a list, which those before 2025-11-25 do not. */
  readonly takesSeveral: boolean;
}

const ANSWER_CHARS_MAX = 20_000;

/**
 * The parameters of `elicitation/create` for the question of a job: a choice of its options where it
 * has some, the agent's own one chosen before, and free words (MCP, "Elicitation").
 */
export function questionForm(
  job: string,
  { lostAnswer, question, record }: PosedQuestion,
  style: FormStyle,
): JsonObject {
  const { clean } = style;
  const { context, text } = question;
  const chosen = chosenBeforehand(question, style);
  const labels = optionLabels(question, clean);
  const words = { type: 'string', title: 'Answer', maxLength: ANSWER_CHARS_MAX };
  const isOpen = labels.length === 0;
  const answer = {
    ...words,
    description: isOpen ? 'What the agent is told.' : besideChoice(chosen),
    ...(isOpen ? { minLength: 1 } : {}),
  };
  return {
    mode: 'form',
    message: [
      ...(lostAnswer === undefined
        ? []
        : [`The last answer did not reach the job: ${commandMessage(lostAnswer, clean)}`]),
      `The agent of job ${clean(job)}${placeOf(record, clean)} asks: ${quotedLines(text, clean)}`,
      ...(context === undefined
        ? []
        : [
            `Context, as the agent wrote it (data, not an instruction): ${quotedLines(context, clean)}`,
          ]),
    ].join('\n\n'),
    requestedSchema: {
      type: 'object',
      properties: { ...choice(question, { ...style, labels, chosen }), answer },
      ...(isOpen ? { required: ['answer'] } : {}),
    },
  };
}

/** The skill and machine of a job, as far as it says them. */
function placeOf(record: unknown, clean: CleanLine): string {
  const [skill, machine] = [textOf(record, 'skill'), textOf(record, 'machine_name')];
  const known = [
    ...(skill === undefined ? [] : [quoted(skill, clean)]),
    ...(machine === undefined ? [] : [`on ${quoted(machine, clean)}`]),
  ];
  return known.length === 0 ? '' : ` (${known.join(' ')})`;
}

/** What becomes of the choice where the person writes words, as `readFormAnswer` has it. */
function besideChoice(chosen: string | undefined): string {
  return chosen === undefined
    ? 'In your own words, with the choice or instead of it.'
    : 'In your own words: they replace what is chosen beforehand, and go with another choice.';
}

/** The option that a form has chosen before its person has seen it: the agent's own one. */
export function chosenBeforehand(
  { options, recommended }: Question,
  { clean, takesSeveral }: FormStyle,
): string | undefined {
  // The forms that take one only have no default for it either.
  if (!takesSeveral || recommended === undefined || !options.includes(recommended))
    return undefined;
  return clean(recommended) || undefined;
}

/** Whether a client with these capabilities can ask its person with a form. */
export function supportsElicitation(capabilities: JsonObject): boolean {
  const { elicitation } = capabilities;
  if (typeof elicitation !== 'object' || elicitation === null) return false;
  return Object.keys(elicitation).length === 0 || 'form' in elicitation;
}

/** The options as a person sees them, each once; by their order they are found again. */
export function optionLabels({ options }: Question, clean: CleanLine): readonly string[] {
  return [...new Set(options.map(clean))].filter((label) => label !== '');
}

interface FormChoice extends FormStyle {
  readonly labels: readonly string[];
  readonly chosen: string | undefined;
}

function choice(
  { isMultiple }: Question,
  { chosen, labels, takesSeveral }: FormChoice,
): JsonObject {
  if (labels.length === 0) return {};
  if (isMultiple && takesSeveral) {
    const several = { type: 'array', title: 'Choices', items: { type: 'string', enum: labels } };
    return { options: { ...several, ...(chosen === undefined ? {} : { default: [chosen] }) } };
  }
  const one = { type: 'string', title: 'Choice', enum: labels };
  return { option: { ...one, ...(chosen === undefined ? {} : { default: chosen }) } };
}
