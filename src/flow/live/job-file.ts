import type { FleetResponse } from '../../client/response.ts';
import { targetOf } from '../../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import { follow } from '../follow.ts';
import type { Following } from '../look-up.ts';
import { isPending } from '../pending.ts';

/** Less than proxies cut a request off at; what takes longer is looked up. */
const WAIT_SECONDS = 20;

interface JobFile {
  /** Undefined where the organisation keeps it from its readers. */
  readonly content: string | undefined;
  /** Whether the machine has more of it than it sent. */
  readonly isTruncated: boolean;
}

/**
 * One file of a job from its machine, by get_job_artifact; a request that the machine does not answer
 * at once is followed until the deadline. Undefined where it did not come by then. Throws `Failure`.
 */
export async function fetchJobFile(
  following: Following,
  job: string,
  artifact: 'stdout' | 'stderr',
): Promise<JobFile | undefined> {
  const { client, signal } = following;
  const input = JSON.stringify({ job, artifact, wait_seconds: WAIT_SECONDS });
  const options = {
    operationClass: 'read',
    waitSeconds: WAIT_SECONDS,
    ...(signal && { signal }),
  } as const;
  const response = await client.callTool('get_job_artifact', input, options);
  if (!isPending(response)) return fileIn(response.value);
  return fileIn(await resultOf(following, response));
}

/** The result of the command that a pending response names. */
async function resultOf(following: Following, pending: FleetResponse): Promise<unknown> {
  const target = targetOf('get_job_artifact', pending.value);
  if (target === undefined) return undefined;
  const id = textOf(pending.value, 'command_id') ?? target.id;
  const aim = { target: { kind: 'command', id }, onToJob: false } as const;
  const { response } = await follow({ ...following, observe: undefined, seen: undefined }, aim);
  return memberOf(recordIn(response?.value, 'command'), 'result');
}

function fileIn(value: unknown): JobFile | undefined {
  const content = memberOf(value, 'content');
  if (typeof content === 'string') {
    return { content, isTruncated: memberOf(value, 'truncated') === true };
  }
  return memberOf(value, 'withheld') === true
    ? { content: undefined, isTruncated: false }
    : undefined;
}
