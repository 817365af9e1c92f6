import { multiselect, note, select, text } from '@clack/prompts';
import { questionLines } from '../../render/question-lines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { cutText, textWidth } from '../../render/text-width.ts';
import { wrapWords } from '../../render/views/wrap-words.ts';
import { dropTypedAhead } from '../typed-ahead.ts';
import { type Asking, said, streamsOf } from './asking.ts';
import { editText } from './edit-text.ts';
import { choiceKeys, lineKeys } from './keys.ts';
import { BESIDE_CHOICE } from './pick.ts';

/** A question to a person; its texts come from an agent and are sanitised here. */
interface AskedQuestion {
  /** What is answered, as `job_1 at https://…`: said once more where the question is long. */
  readonly about: string;
  readonly text: string;
  readonly context: string | undefined;
  readonly options: readonly string[];
  readonly recommended: string | undefined;
  readonly isMultiple: boolean;
}

/** What the person said; undefined where they left the question open. */
type Said = { readonly options: readonly string[]; readonly text: string } | undefined;

/** What a box takes of the width, its title a little more than its text. */
const BESIDE_BOX = 10;

/** A longer question pushes what is answered, and where, off a terminal of 24 rows. */
const BOX_LINES_MAX = 8;

/** Of who presses a key twice the second is an answer to nothing; browsers wait no shorter with what asks for rights. */
const QUIET_MS = 300;

/** Of a question, however long it is. */
const LINES_MAX = 200;
const LINE_WIDTH_MAX = 4000;

/** What may be chosen beside the offered options. */
const BESIDE = { own: 'Answer in your own words', edit: 'Write it in $EDITOR', leave: 'Not now' };

type Beside = keyof typeof BESIDE;

/**
 * Asks a person what a job asks: one option, several where the question takes them, or words of their
 * own, written in a line or in `$EDITOR`. Undefined where they leave it open (Esc, Ctrl-C, "Not now").
 * Throws `Failure` interrupted on a signal.
 */
export async function askQuestion(question: AskedQuestion, asking: Asking): Promise<Said> {
  const streams = streamsOf(asking);
  const columns = asking.promptStream.columns || 80;
  const width = Math.max(10, columns - BESIDE_BOX);
  const lines = questionLines({
    ...question,
    options: labelsOf(question, columns).isCut ? question.options : [],
  });
  const [title = '', ...body] = lines;
  const isShort = textWidth(title) <= width;
  const isBare = isShort && body.length === 0;
  const boxed = (isShort ? body : lines).flatMap((line) =>
    line === '' ? [''] : wrapWords(cutText(line, LINE_WIDTH_MAX), width),
  );
  if (!isBare) {
    note(bounded(boxed).join('\n').trim(), isShort ? cutText(title, width) : 'Question', {
      ...streams,
      format: (line) => line,
    });
  }
  await dropTypedAhead(asking.stdin, { clock: asking.clock, quietMs: QUIET_MS });
  const rows = boxed.reduce((sum, line) => sum + Math.ceil(textWidth(line) / width), 0);
  const isLong = rows > BOX_LINES_MAX;
  const about = isLong ? ` to ${question.about}` : '';
  const message = cutText(isBare ? title : `Your answer${about}`, width);
  if (question.options.length === 0) return ownWords({ asking, question, message, before: [] });
  return question.isMultiple
    ? severalOf(question, asking, message)
    : oneOf(question, asking, message);
}

async function oneOf(question: AskedQuestion, asking: Asking, message: string): Promise<Said> {
  const { options, recommended } = question;
  const offered = choices(question, asking);
  const beside = Object.entries(BESIDE) as [Beside, string][];
  const at = Math.max(0, options.indexOf(recommended ?? ''));
  const names = offered.map(({ label }) => (isOurs(label) ? '' : label));
  const labels = [...names, ...Object.values(BESIDE)];
  const chosen = await said(
    asking,
    () => choiceKeys(labels, { at, isMultiple: false }),
    (streams) =>
      select<number | Beside>({
        message,
        options: [...offered, ...beside.map(([value, label]) => ({ value, label }))],
        initialValue: at,
        ...streams,
      }),
  );
  if (chosen === undefined || chosen === 'leave') return undefined;
  if (typeof chosen === 'number') return { options: [options[chosen] ?? ''], text: '' };
  const own = { asking, question, before: [] };
  return chosen === 'own' ? ownWords({ ...own, message: 'Your answer' }) : edited(own);
}

async function severalOf(question: AskedQuestion, asking: Asking, message: string): Promise<Said> {
  const { options, recommended } = question;
  const at = options.indexOf(recommended ?? '');
  const chosen = await said(
    asking,
    () => choiceKeys(options, { at: Math.max(0, at), isMultiple: true }),
    (streams) =>
      multiselect<number>({
        message,
        options: choices(question, asking),
        required: false,
        ...(at === -1 ? {} : { initialValues: [at], cursorAt: at }),
        ...streams,
      }),
  );
  if (chosen === undefined) return undefined;
  const before = chosen.map((index) => options[index] ?? '');
  return ownWords({ asking, question, message: 'Anything to add?', before });
}

interface OwnWords {
  readonly asking: Asking;
  readonly question: AskedQuestion;
  /** Options that were picked already. */
  readonly before: readonly string[];
}

async function ownWords(own: OwnWords & { readonly message: string }): Promise<Said> {
  const { asking, before, message } = own;
  const isFirst = before.length === 0;
  const placeholder = isFirst
    ? 'empty: write it in $EDITOR · Esc: not now'
    : 'empty: nothing · Esc: not now';
  const typed = await said(
    asking,
    () => lineKeys,
    (streams) => text({ message, placeholder, ...streams }),
  );
  if (typed === undefined) return undefined;
  const words = typed.trim();
  return words === '' && isFirst ? edited(own) : { options: before, text: words };
}

async function edited({ asking, before, question }: OwnWords): Promise<Said> {
  const draft = { text: '', notes: questionLines(question) };
  const words = (await editText(draft, asking.environment)) ?? '';
  return words === '' ? undefined : { options: before, text: words };
}

function choices(question: AskedQuestion, { promptStream }: Asking) {
  return labelsOf(question, promptStream.columns || 80).labels.map((label, value) => ({
    value,
    label,
    ...hintOf(label, question.options[value] === question.recommended),
  }));
}

/** An agent may offer words of ours, which leave the question open. */
function hintOf(label: string, isRecommended: boolean) {
  const hints = [isRecommended && 'recommended', isOurs(label) && 'is sent as the answer'];
  const hint = hints.filter(Boolean).join(', ');
  return hint === '' ? {} : { hint };
}

function isOurs(label: string): boolean {
  return Object.values(BESIDE).some((ours) => ours.toLowerCase() === label.trim().toLowerCase());
}

/** The options, each in one line: one that is wrapped looks like two. */
function labelsOf({ options }: AskedQuestion, columns: number) {
  const whole = options.map(sanitiseLine);
  const labels = whole.map((label) => cutText(label, Math.max(10, columns - BESIDE_CHOICE)));
  return { labels, isCut: labels.some((label, at) => label !== whole[at]) };
}

/** Longer ones are looked at with the job: what is asked is not read here any more. */
function bounded(lines: readonly string[]): readonly string[] {
  const more = lines.length - LINES_MAX;
  return more > 0 ? [...lines.slice(0, LINES_MAX), `… and ${more} more lines`] : lines;
}
