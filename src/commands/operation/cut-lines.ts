import { shellWord } from '../../base/shells/shell-word.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';

/** Files of a job of which the end is sent; of others the beginning (specification, "Limits"). */
const SENT_FROM_END: ReadonlySet<string> = new Set(['stdout', 'stderr']);

/** What a response with a file of a job says of it where that is not whole: which part is missing, and how much came. */
export function cutFileLine(file: unknown): string {
  const [name, content] = [textOf(file, 'artifact'), textOf(file, 'content')];
  const part = SENT_FROM_END.has(name ?? '') ? 'beginning' : 'end';
  const words =
    name === undefined ? 'It is not whole' : `The ${part} of its ${sanitiseLine(name)} is missing`;
  return `${words}${bytesInWords(content, memberOf(file, 'bytes'))}.\n`;
}

/**
 * The same of the result in the record of a job that is as long as one can be, and the command that gives more of it;
 * '' where that is all of it.
 */
export function cutResultLine(job: unknown): string {
  const [id, result] = [textOf(job, 'id'), textOf(job, 'result')];
  const artifacts = memberOf(job, 'artifacts');
  const file = Array.isArray(artifacts)
    ? artifacts.find((each) => textOf(each, 'name') === 'result')
    : undefined;
  const bytes = memberOf(file, 'bytes');
  if (isWhole(result, bytes)) return '';
  const words = `The end of its result is missing${bytesInWords(result, bytes)}.`;
  if (id === undefined) return `${words}\n`;
  const get = `cloud get-job-artifact ${shellWord(sanitiseLine(id))} --artifact result`;
  return `${words} Up to 256 KiB: ${serviceCommand(get)}\n`;
}

/** The file of a result may have a line end more. */
function isWhole(result: string | undefined, bytes: unknown): boolean {
  return typeof bytes === 'number' && Buffer.byteLength(result ?? '') >= bytes - 1;
}

function bytesInWords(content: string | undefined, bytes: unknown): string {
  if (typeof bytes !== 'number' || content === undefined) return '';
  const sent = Buffer.byteLength(content);
  return sent < bytes ? `: ${sent} of ${bytes} bytes were sent` : '';
}
