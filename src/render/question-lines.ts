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
    ...sanitiseText(text).split('\n'),
    ...(context === undefined ? [] : ['', ...sanitiseText(context).split('\n')]),
    ...(options.length === 0 ? [] : ['']),
    ...options.map(
      (option) => `- ${sanitiseLine(option)}${option === recommended ? ' (recommended)' : ''}`,
    ),
  ];
}
