import { withoutEscapeSequences } from '../base/text/escape-sequences.ts';
import { PLAIN_TEXT } from './text-width.ts';

/**
 * The one place where text from servers, machines and senders is made harmless for people. A
 * terminal acts on control characters and escape sequences; bidirectional, invisible and
 * line-separator characters make a text look like another one.
 */

const CONTROLS = /[\u0000-\u001f\u007f-\u009f]/g;
const CONTROLS_BUT_TAB_AND_LINE_FEED = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g;

/**
 * Bidirectional and zero-width controls, fillers, tags, line separators, lone surrogates. Made when
 * it is used: Unicode properties take long to look up, and few texts need them.
 */
const unseen = () => /[\p{Default_Ignorable_Code_Point}\p{Surrogate}\u2028\u2029\ufff9-\ufffb]/gu;

/** A text of one line for people: line ends and tabs become a space, the rest is taken out. */
export function sanitiseLine(text: string): string {
  if (PLAIN_TEXT.test(text)) return text;
  return withoutEscapeSequences(text)
    .replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ')
    .replace(CONTROLS, '')
    .replace(unseen(), '');
}

/** A text of several lines for people: line feeds and tabs stay. */
export function sanitiseText(text: string): string {
  if (text.split('\n').every((line) => PLAIN_TEXT.test(line))) return text;
  return withoutEscapeSequences(text)
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(CONTROLS_BUT_TAB_AND_LINE_FEED, '')
    .replace(unseen(), '');
}

/**
 * JSON text for a terminal: the same JSON value with every control, bidirectional and invisible
 * character written as `\uXXXX`. Line feeds and spaces of the layout stay. Takes JSON text only.
 */
export function escapeForTerminalJson(json: string): string {
  return json.replace(CONTROLS_BUT_TAB_AND_LINE_FEED, escaped).replace(unseen(), escaped);
}

/** Whether a text holds anything that the functions above would take out or escape. */
export function hasUnsafe(text: string): boolean {
  return escapeForTerminalJson(text) !== text;
}

function escaped(character: string): string {
  return Array.from({ length: character.length }, (_, index) => {
    const unit = character.charCodeAt(index).toString(16).padStart(4, '0');
    return `\\u${unit}`;
  }).join('');
}
