import { multiselect, note, select, text } from '@clack/prompts';
import { questionLines } from '../../render/question-lines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { textWidth } from '../../render/text-width.ts';
import { wrapWords } from '../../render/views/wrap-words.ts';
import { dropTypedAhead } from '../typed-ahead.ts';
import { type Asking, said, streamsOf } from './asking.ts';
import { editText } from './edit-text.ts';

/** A question to a person; its texts come from an agent and are sanitised here. */
interface AskedQuestion {
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

/** What may be chosen beside the offered options. */
const BESIDE = { own: 'Answer in your own words', edit: 'Write it in $EDITOR', leave: 'Not now' };

type Beside = keyof typeof BESIDE;

/**
 * Asks a person what a job asks: one option, several where the question takes them, or words of their
 * own, written in a line or in `$EDITOR`. Undefined where they leave it open (Esc, Ctrl-C, "Not now").
 * Throws `Failure` interrupted on a signal.
 */
export async function askQuestion(question: AskedQuestion, asking: Asking): Promise<Said> {
  await dropTypedAhead(asking.stdin);
  const streams = streamsOf(asking);
  const lines = questionLines({ ...question, options: [], recommended: undefined });
  const width = Math.max(10, (asking.promptStream.columns || 80) - BESIDE_BOX);
  const [title = '', ...body] = lines;
  const isShort = textWidth(title) <= width;
  const isBare = isShort && body.length === 0;
  if (!isBare) {
    const boxed = (isShort ? body : lines).flatMap((line) =>
      line === '' ? [''] : wrapWords(line, width),
    );
    note(boxed.join('\n').trim(), isShort ? title : 'Question', {
      ...streams,
      format: (line) => line,
    });
  }
  const message = isBare ? title : 'Your answer';
  if (question.options.length === 0) return ownWords({ asking, question, message, before: [] });
  return question.isMultiple
    ? severalOf(question, asking, message)
    : oneOf(question, asking, message);
}

async function oneOf(question: AskedQuestion, asking: Asking, message: string): Promise<Said> {
  const { options, recommended } = question;
  const beside = Object.entries(BESIDE) as [Beside, string][];
  const chosen = await said(asking, (streams) =>
    select<number | Beside>({
      message,
      options: [...choices(question), ...beside.map(([value, label]) => ({ value, label }))],
      initialValue: Math.max(0, options.indexOf(recommended ?? '')),
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
  const chosen = await said(asking, (streams) =>
    multiselect<number>({
      message,
      options: choices(question),
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
  const typed = await said(asking, (streams) => text({ message, placeholder, ...streams }));
  if (typed === undefined) return undefined;
  const words = typed.trim();
  return words === '' && isFirst ? edited(own) : { options: before, text: words };
}

async function edited({ asking, before, question }: OwnWords): Promise<Said> {
  const draft = { text: '', notes: questionLines(question) };
  const words = await editText(draft, asking.environment);
  return words === '' ? undefined : { options: before, text: words };
}

function choices({ options, recommended }: AskedQuestion) {
  return options.map((option, value) => ({
    value,
    label: sanitiseLine(option),
    ...(option === recommended ? { hint: 'recommended' } : {}),
  }));
}
