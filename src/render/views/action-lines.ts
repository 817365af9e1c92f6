import type { RenderOptions } from '../format.ts';
import { sanitiseLine } from '../sanitise.ts';
import { padded } from '../table-lines.ts';
import { textWidth, widest } from '../text-width.ts';
import { shortCount } from './amount.ts';
import { inToneOf } from './state-tone.ts';
import type { ActionLine, ActionsPart } from './view.ts';
import { cutWords, wrapWords } from './wrap-words.ts';

const INDENT = '  ';
const TEXT_WIDTH_MIN = 24;
/** Where and when stand beside a text only if this much of it does too. */
const TEXT_BESIDE_WHERE_MIN = 40;
const TEXT_CHARS_MAX = 1000;

/**
 * Things to do, each ending in its command. Where that leaves too little for what it is about, the
 * command has a line of its own, and the text is whole.
 */
export function actionLines(part: ActionsPart, options: RenderOptions): readonly string[] {
  if (part.lines.length === 0) return [];
  const lines = part.lines.map(({ text, where, command }) => ({
    text: sanitiseLine(text.slice(0, TEXT_CHARS_MAX)).trim(),
    where: sanitiseLine(where.slice(0, TEXT_CHARS_MAX)).trim(),
    command: sanitiseLine(command),
  }));
  const commandWidth = widest(lines.map(({ command }) => command));
  const whereWidth = widest(lines.map(({ where }) => where));
  const room = options.width - 2 * INDENT.length - commandWidth;
  const roomBesideWhere = room - whereWidth - INDENT.length;
  const textWidthMax = widest(lines.map(({ text }) => text));
  const hasWhere =
    whereWidth > 0 && roomBesideWhere >= Math.min(textWidthMax, TEXT_BESIDE_WHERE_MIN);
  const textRoom = hasWhere ? roomBesideWhere : room;
  const isBelow = textRoom < TEXT_WIDTH_MIN || options.isPlain === true;
  const widths = {
    text: Math.min(textRoom, textWidthMax),
    where: hasWhere ? whereWidth : 0,
  };
  return [
    ...labelLines(part, options),
    ...lines.flatMap((line) =>
      isBelow ? linesAbove(line, options) : linesBeside(line, widths, part.textLinesMax ?? 1),
    ),
  ];
}

function labelLines(
  { label, state, more }: ActionsPart,
  { colour, width }: RenderOptions,
): readonly string[] {
  const shown = inToneOf(state, label, colour);
  if (more === undefined) return [shown];
  const others = `, ${shortCount(more.count)} more:`;
  return textWidth(label) + others.length + 1 + more.command.length <= width
    ? [`${shown}${others} ${more.command}`]
    : [`${shown}${others}`, `${INDENT}${INDENT}${more.command}`];
}

function linesAbove({ text, where, command }: ActionLine, { width }: RenderOptions) {
  const whole = where === '' ? text : `${text} (${where})`;
  const lines = wrapWords(whole, width - INDENT.length);
  return [...lines.map((line) => `${INDENT}${line}`), `${INDENT}${INDENT}${command}`];
}

/** The command stands at the end of the last line. */
function linesBeside(
  { text, where, command }: ActionLine,
  widths: { readonly text: number; readonly where: number },
  linesMax: number,
): readonly string[] {
  const wrapped = wrapWords(text, widths.text);
  const above = wrapped.slice(0, Math.min(wrapped.length, linesMax) - 1);
  const last = cutWords(wrapped.slice(above.length).join(' '), widths.text);
  const cells = [
    padded(last, widths.text),
    ...(widths.where === 0 ? [] : [padded(where, widths.where)]),
    command,
  ];
  return [...above.map((line) => `${INDENT}${line}`), `${INDENT}${cells.join(INDENT)}`];
}
