import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { rowsIn } from '../rows.ts';
import { jobState } from './job.ts';
import { hasAny, numberAt, recordsAt, textAt } from './member.ts';

/** How everything stands, in records as the service sent them. */
export interface Status {
  readonly organisation: unknown;
  readonly counts: {
    readonly waiting: number | null;
    readonly running: number | null;
    readonly machines: number | null;
    readonly away: number | null;
  };
  /** Jobs that wait for a person, the oldest first. */
  readonly waiting: readonly JsonObject[];
  /** Checks, jobs of the last day and webhooks that failed. */
  readonly failing: {
    readonly checks: readonly JsonObject[];
    readonly jobs: readonly JsonObject[];
    readonly deliveries: readonly JsonObject[];
  };
  /** Machines that are offline. */
  readonly away: readonly JsonObject[];
  /** Jobs that are queued or run; none where only the overview was asked for. */
  readonly running: readonly JsonObject[];
  readonly last_24_hours: unknown;
}

/** What `fleet status` asks besides the overview. */
interface InboxAnswers {
  readonly waiting: unknown;
  readonly running: unknown;
}

const RUNNING = 'in_progress';

/**
 * The status out of the answers of `describe_cloud` and of two views of `list_inbox`. What a service
 * does not send is empty or null.
 */
export function statusOf(overview: unknown, inbox?: InboxAnswers): Status {
  const attention = 'needs_attention';
  const machines = recordsAt(overview, 'machines');
  const away = machines.filter((machine) => textAt(machine, 'status') === 'offline');
  const listed = jobsIn(inbox?.waiting).filter((job) => jobState(job) === 'needs_input');
  const running = jobsIn(inbox?.running).filter((job) => jobState(job) === RUNNING);
  const waiting = listed.length > 0 ? listed : recordsAt(overview, `${attention}.waiting_jobs`);
  const count = (name: string) =>
    numberAt(inbox?.waiting, `counts.${name}`) ?? numberAt(overview, `${attention}.counts.${name}`);
  const isAnswered = rowsIn(inbox?.waiting) !== null || hasMember(overview, attention);
  const hasMachines = hasMember(overview, 'machines');
  return {
    organisation: isRecord(overview) ? (overview['organisation'] ?? null) : null,
    counts: {
      waiting: count('needs_input') ?? (isAnswered ? waiting.length : null),
      running: count(RUNNING) ?? (rowsIn(inbox?.running) === null ? null : running.length),
      machines: hasMachines ? machines.length : null,
      away: hasMachines ? away.length : null,
    },
    waiting,
    failing: {
      checks: recordsAt(overview, `${attention}.checks`),
      jobs: recordsAt(overview, `${attention}.failed_jobs`).filter(isFailure),
      deliveries: recordsAt(overview, `${attention}.rejected_deliveries`),
    },
    away,
    running,
    last_24_hours: isRecord(overview) ? (overview['last_24_hours'] ?? null) : null,
  };
}

/** Whatever the service calls the list. */
function jobsIn(answer: unknown): readonly JsonObject[] {
  return (rowsIn(answer)?.rows ?? []).filter(isJsonObject);
}

function hasMember(value: unknown, name: string): boolean {
  return isRecord(value) && hasAny(value, name);
}

/** A job that somebody cancelled counts as failed for the service, and nobody has to look at it. */
function isFailure(job: JsonObject): boolean {
  return textAt(job, 'status') !== 'cancelled';
}

/** The status in a document that `statusOf` may have made; whatever else stands in it is not shown. */
export function statusIn(document: JsonObject): Status {
  const count = (name: string) => numberAt(document, `counts.${name}`) ?? null;
  return {
    organisation: document['organisation'] ?? null,
    counts: {
      waiting: count('waiting'),
      running: count('running'),
      machines: count('machines'),
      away: count('away'),
    },
    waiting: recordsAt(document, 'waiting'),
    failing: {
      checks: recordsAt(document, 'failing.checks'),
      jobs: recordsAt(document, 'failing.jobs'),
      deliveries: recordsAt(document, 'failing.deliveries'),
    },
    away: recordsAt(document, 'away'),
    running: recordsAt(document, 'running'),
    last_24_hours: document['last_24_hours'] ?? null,
  };
}

function isRecord(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
