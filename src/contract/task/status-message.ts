import { memberOf, textOf } from '../response-member.ts';

/** Makes one harmless line of a text that a machine or a person wrote. */
export type CleanLine = (text: string) => string;

const QUOTED_CHARS_MAX = 300;

/**
 * How far a job is: status, percent, step and message of its progress, or what it ended with. What its
 * machine wrote stands in quotes, as the data that it is.
 */
export function jobMessage(job: unknown, clean: CleanLine): string {
  const progress = memberOf(job, 'progress');
  const percent = memberOf(progress, 'percent');
  const status = textOf(job, 'status') ?? textOf(job, 'state') ?? 'on its way';
  const step = textOf(progress, 'step');
  const said =
    textOf(memberOf(job, 'failure'), 'message') ??
    textOf(job, 'headline') ??
    textOf(progress, 'message');
  const words = [
    clean(status),
    ...(typeof percent === 'number' ? [`${Math.round(percent)} %`] : []),
    ...(step === undefined ? [] : [`step ${quoted(step, clean)}`]),
  ];
  return said === undefined ? words.join(', ') : `${words.join(', ')}: ${quoted(said, clean)}`;
}

/** How far a command is, with the error that its machine gave. */
export function commandMessage(command: unknown, clean: CleanLine): string {
  const status = textOf(command, 'status') ?? 'on its way';
  const type = textOf(command, 'type');
  const error = textOf(memberOf(command, 'error'), 'message');
  const words = type === undefined ? clean(status) : `${clean(type)} is ${clean(status)}`;
  return error === undefined ? words : `${words}: ${quoted(error, clean)}`;
}

/** A text as the data that it is, in one line and in quotes that it cannot end; its beginning where it is long. */
export function quoted(text: string, clean: CleanLine): string {
  const line = clean(text);
  const shown = line.length > QUOTED_CHARS_MAX ? `${line.slice(0, QUOTED_CHARS_MAX)}…` : line;
  // With each quote in it escaped, so that no text ends the quotes around it.
  return JSON.stringify(shown.toWellFormed());
}
