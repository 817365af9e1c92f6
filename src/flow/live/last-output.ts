import { outcomeOfJob } from '../../contract/outcome.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import type { Following } from '../look-up.ts';
import { fetchJobFileIfThere } from './job-file.ts';
import type { AddedOutput } from './join-output.ts';
import type { OutputStream, OutputWatch } from './watch-output.ts';

interface EndedJob {
  readonly id: string;
  readonly record: unknown;
  readonly stream: OutputStream;
  readonly output: OutputWatch;
}

/**
 * What a job that has ended wrote after the last piece that was seen; where none was, as a job may be over before
 * the first, all that its machine keeps. What cannot be had is a gap, as silence would mean that the job wrote
 * nothing. Undefined where there is nothing to tell.
 */
export async function lastOutput(
  following: Following,
  { id, output, record, stream }: EndedJob,
): Promise<AddedOutput | undefined> {
  const { hasSeen } = output;
  const file = await fetchJobFileIfThere(following, id, stream).catch(() => undefined);
  if (file?.content === undefined) return GAP;
  if (file.isMissing === true) return hasSeen || hasBegun(record) ? GAP : undefined;
  const { isGap, text } = output.complete(file);
  const added = { text, isGap: isGap || (!hasSeen && file.isTruncated) };
  return added.text === '' && !added.isGap ? undefined : added;
}

const GAP: AddedOutput = { text: '', isGap: true };

/** A job that never began on its machine has written nothing. */
function hasBegun(record: unknown): boolean {
  return textOf(record, 'started_at') !== undefined;
}

/** Whether a job writes no more: its process may have ended although a person is needed. */
export function writesNoMore(record: unknown): boolean {
  const asProcess = { status: memberOf(record, 'status') };
  return [record, asProcess].some((each) => ['done', 'failed'].includes(outcomeOfJob(each)));
}
