import { sanitiseLine, sanitiseText } from './sanitise.ts';

/** A question as it is shown: in remote text, which is sanitised here. */
interface ShownQuestion {
  readonly text: string;
  readonly context: string | undefined;
  readonly options: readonly string[];
  readonly recommended: string | undefined;
}

/** A question as plain lines: its text, its context, and one line for each option. */
export function questionLines(question: ShownQuestion): readonly string[] {
  const { context, options, recommended, text } = question;
  return [
    ...shownText(text),
    ...(context === undefined ? [] : ['', ...shownText(context)]),
    ...(options.length === 0 ? [] : ['']),
    ...options.map(
      (option) => `- ${sanitiseLine(option)}${option === recommended ? ' (recommended)' : ''}`,
    ),
  ];
}

/** Longer than a machine's may be; what a service sends takes long to look at. */
const TEXT_CHARS_MAX = 200_000;
const LEFT_OUT = '[the rest of this text is left out]';

function shownText(text: string): readonly string[] {
  const lines = sanitiseText(text.slice(0, TEXT_CHARS_MAX)).split('\n');
  return text.length > TEXT_CHARS_MAX ? [...lines, LEFT_OUT] : lines;
}
