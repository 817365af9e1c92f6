import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import type { ResponseReader } from '../../client/response.ts';
import { Failure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import type { JobFile } from './job-file.ts';
import { type AddedOutput, addedOutput, restOfOutput } from './join-output.ts';
import { streamClaim } from './stream-claim.ts';

/** Shorter than the 900 s that a watch lasts where nothing else is asked (specification, "Limits"). */
const RENEW_AFTER_MS = 600_000;
/** The job may not have begun on its machine, or the machine may be away. */
const RETRY_AFTER_MS = 15_000;
/** What is kept of an output since its last gap, to find where the next segment goes on: more than a segment has. */
const KNOWN_CHARS_MAX = 512 * 1024;
/** More of a response to watch_job is not read: it takes its time, in which Ctrl-C is not heard. */
const RESPONSE_BYTES_MAX = 512 * 1024;

/** What a machine leaves out of a text, as the values of secrets, is little of it. */
const TELLING_SHARE = 0.9;

export type OutputStream = 'stdout' | 'stderr';

export interface OutputWatch {
  /** Asks for the output of a running job, where it is time to; what is new of it in this look-up. */
  see(job: unknown): AddedOutput | undefined;
  /** What the output as a whole, as far as its machine keeps it, adds. */
  complete(file: JobFile): AddedOutput;
  /**
   * Whether less was seen than the file has in the end: a piece tells neither that it is not the first nor, where
   * lines are alike, how many are missing before it.
   */
  lacks(file: JobFile): boolean;
  /** Whether any output has been seen. */
  readonly hasSeen: boolean;
  /** Why there is no output; undefined where nothing is in its way. */
  readonly refusal: string | undefined;
  /** Whether the service shows the other stream at present, as somebody asked for that. */
  readonly isTaken: boolean;
}

interface WatchOptions {
  readonly client: FleetClient;
  readonly clock: Clock;
  readonly job: string;
  readonly stream: OutputStream;
  readonly signal: AbortSignal | undefined;
}

/**
 * Watches the live output of one job by watch_job, which is sent again while somebody looks. It is no
 * failure where the key may not do that or the machine does not know it: there is no output then.
 */
export function watchOutput({ client, clock, job: id, signal, stream }: WatchOptions): OutputWatch {
  let known = '';
  const seen = { chars: 0, bytes: 0 };
  let askAtMs = 0;
  let refusal: string | undefined;
  const claim = streamClaim(clock, stream);

  const ask = async (): Promise<void> => {
    askAtMs = clock.now() + RENEW_AFTER_MS;
    const options = {
      operationClass: 'write',
      changesNothing: true,
      waitSeconds: 15,
      reading: beginningOf(RESPONSE_BYTES_MAX),
      ...(signal && { signal }),
    } as const;
    try {
      await client.callTool('watch_job', JSON.stringify({ job: id, stream }), options);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (isFinal(error)) refusal = error.facts.title;
      askAtMs = clock.now() + RETRY_AFTER_MS;
    }
  };
  const keep = (added: AddedOutput): AddedOutput => {
    const before = added.isGap ? '' : known;
    known = (before + added.text).slice(-KNOWN_CHARS_MAX);
    seen.chars += added.text.length;
    seen.bytes += Buffer.byteLength(added.text);
    return added;
  };

  const lacks = ({ bytes, content, isTruncated }: JobFile): boolean => {
    if (content === undefined) return false;
    const bytesMin = bytes ?? Buffer.byteLength(content);
    return isTruncated ? seen.bytes < bytesMin * TELLING_SHARE : seen.chars < content.length;
  };

  return {
    see(job) {
      if (refusal === undefined && runs(job)) {
        const isGone = claim.see(job);
        if (isGone || clock.now() >= askAtMs) void ask();
      }
      const output = memberOf(job, 'output');
      const text = textOf(output, 'text');
      if (text === undefined || (textOf(output, 'stream') ?? stream) !== stream) return undefined;
      const added = keep(addedOutput(known, text));
      return added.text === '' ? undefined : added;
    },
    complete: (file) =>
      keep(restOfOutput(known, file.content ?? '', file.isTruncated && lacks(file))),
    lacks,
    get hasSeen() {
      return known !== '';
    },
    get refusal() {
      return refusal;
    },
    get isTaken() {
      return refusal === undefined && claim.isTaken;
    },
  };
}

function beginningOf(bytesMax: number): ResponseReader {
  let bytes = 0;
  return {
    onPart(_head, part) {
      bytes += part.length;
      return bytes > bytesMax;
    },
  };
}

/** A job that only waits in a queue has no output yet. */
function runs(job: unknown): boolean {
  const status = textOf(job, 'status');
  if (status !== undefined) return status === 'running' || status === 'waiting';
  return textOf(job, 'state') === 'in_progress';
}

/** Whether the same request would be refused again: not allowed, or not known to the service. */
function isFinal({ facts, kind }: Failure): boolean {
  if (kind !== 'refused') return false;
  const { code, status = 500 } = facts;
  return code === 'denied_by_machine' || [401, 402, 403, 404].includes(status);
}
