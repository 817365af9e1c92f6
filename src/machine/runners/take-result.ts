import { lstat } from 'node:fs/promises';
import { openRegular } from '../../base/disk/open-regular.ts';
import { isMissing } from '../../base/errors.ts';
import { cutUtf8 } from '../../base/text/utf8.ts';
import { CUT_SECRET_BYTES_MAX } from '../jobs/truncate-text.ts';
import type { RunContext } from './runner.ts';

/** So much of a result is read, and kept: more than is sent, so that what is sent says that it is cut. */
export const RESULT_BYTES_MAX = 1024 * 1024;

/**
 * Takes over what a program wrote to its result file at `path`. Of one that is too long the start is
 * kept, scrubbed, with a line at its end that says how much was left out, and the job says so too. What is
 * no regular file is none, and with `owner` neither is a file of somebody else; the job says that too.
 */
export async function takeResult(run: RunContext, path: string, owner?: number): Promise<void> {
  const file = await openRegular(path);
  if (file === undefined) return await passOver(run, path);
  try {
    const { size, uid } = await file.stat();
    if (owner !== undefined && uid !== owner) {
      nameProblem(run, 'is a file of another user: it is not taken');
      return;
    }
    const isLong = size > RESULT_BYTES_MAX;
    if (!isLong && path === run.files.path('result')) return;
    const length = Math.min(size, RESULT_BYTES_MAX);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, 0);
    const start = buffer.subarray(0, bytesRead);
    await run.files.write('result', isLong ? scrubbedStart(run, start, size) : start);
    if (isLong) {
      nameProblem(run, `is longer than ${RESULT_BYTES_MAX} bytes: its end is left out`);
    }
  } finally {
    await file.close();
  }
}

/** Scrubbed before the last of it is dropped: a secret that the cut went through is not found. */
function scrubbedStart(run: RunContext, start: Buffer, size: number): Buffer {
  const scrubbed = Buffer.from(run.scrub(start.toString('utf8')), 'utf8');
  const whole = Math.max(0, scrubbed.length - CUT_SECRET_BYTES_MAX);
  // Bytes that are no UTF-8 take three times the room as text.
  const kept = cutUtf8(scrubbed, 'start', Math.min(whole, RESULT_BYTES_MAX - CUT_SECRET_BYTES_MAX));
  const leftOut = size - start.length + scrubbed.length - kept.length;
  return Buffer.concat([kept, Buffer.from(`\n[${leftOut} bytes left out]\n`)]);
}

/** Says that there is something in the place of a result file, and makes room for the result in the job's folder. */
async function passOver(run: RunContext, path: string): Promise<void> {
  if (!(await isThere(path))) return;
  nameProblem(run, 'is no regular file, as a link, a pipe or a folder: it is not taken');
  await run.files.discard('result');
}

async function isThere(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}

function nameProblem(run: RunContext, problem: string): void {
  const message = `FLEET_RESULT_FILE ${problem}`;
  run.emit({ kind: 'problem', message });
  run.log(message);
}
