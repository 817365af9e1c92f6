import { Failure } from '../../contract/failure.ts';
import { memberOf } from '../../contract/response-member.ts';
import { askMachine, WAIT_SECONDS } from '../ask-machine.ts';
import type { Following } from '../look-up.ts';

/** What a machine sent of a file. */
export interface JobFile {
  /** Undefined where the organisation keeps it from its readers. */
  readonly content: string | undefined;
  /** Whether the machine has more of it than it sent. */
  readonly isTruncated: boolean;
  /** Of the whole file; undefined where the service does not say. */
  readonly bytes?: number | undefined;
  /** Whether the machine has no such file. */
  readonly isMissing?: boolean;
}

/**
 * One file of a job from its machine, by get_job_artifact; a request that the machine does not answer
 * at once is followed until the deadline. Throws `Failure`: work_failed where the machine did not send
 * it, pending where it did not come by then.
 */
export async function fetchJobFile(
  following: Following,
  job: string,
  artifact: 'stdout' | 'stderr',
): Promise<JobFile> {
  const value = await askMachine(following, {
    operation: 'get_job_artifact',
    operationClass: 'read',
    input: { job, artifact, wait_seconds: WAIT_SECONDS },
  });
  const content = memberOf(value, 'content');
  if (typeof content === 'string') {
    const bytes = memberOf(value, 'bytes');
    return {
      content,
      isTruncated: memberOf(value, 'truncated') === true,
      bytes: typeof bytes === 'number' ? bytes : undefined,
    };
  }
  if (memberOf(value, 'withheld') === true) return { content: undefined, isTruncated: false };
  throw new Failure('work_failed', {
    code: 'no_content',
    title: `The machine did not send the ${artifact} of the job`,
  });
}

/** The same, and empty where there is no such file: the job has not begun, or ended without. Throws `Failure`. */
export async function fetchJobFileIfThere(
  following: Following,
  job: string,
  artifact: 'stdout' | 'stderr',
): Promise<JobFile> {
  try {
    return await fetchJobFile(following, job, artifact);
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.code !== 'not_found') throw error;
    return { content: '', isTruncated: false, isMissing: true };
  }
}
