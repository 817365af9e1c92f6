import { backgroundClock } from '../../../base/time/clock.ts';
import { PROBLEM_MEDIA_TYPE } from '../../../contract/problem.ts';
import type { FailingPart } from '../../database/store.ts';
import { Refusal } from '../../refusal.ts';
import type { Service } from '../../service.ts';
import { problemHeaders, problemOf } from '../problem.ts';
import type { Route } from '../route.ts';

/** So long an answer holds: whoever asks often costs one small write in this time. */
const GOOD_MS = 5000;
const FAILING_MS = 1000;
/** A check that takes longer counts as failed; it goes on, and its end is told later. */
const CHECK_MS = 1500;

const DETAILS: Readonly<Record<FailingPart, string>> = {
  database: 'The database does not answer or takes no writes.',
  disk: 'The disk of the database is full.',
};

interface Health {
  readonly failing: FailingPart | undefined;
  readonly foundAt: number;
  readonly lastsMs: number;
}

/**
 * `GET /healthz`: 200 while the database can be written, else a 503 whose problem has the failing part
 * as `check`.
 */
export function healthRoute(service: Service): Route {
  const current = createHealthCheck(service);
  return {
    method: 'GET',
    path: '/healthz',
    door: 'health',
    async handle({ requestId }) {
      const failing = await current();
      if (failing === undefined) return { body: { status: 'ok' } };
      const refusal = new Refusal('unavailable', DETAILS[failing], { retryAfterSeconds: 1 });
      return {
        status: refusal.status,
        headers: { 'content-type': PROBLEM_MEDIA_TYPE, ...problemHeaders(refusal) },
        body: { ...problemOf(refusal, requestId, service.baseUrl()), check: failing },
      };
    },
  };
}

/** Gives a function that tells what fails now; it asks the database now and then, once at a time. */
function createHealthCheck({ store, clock }: Service): () => Promise<FailingPart | undefined> {
  let health: Health | undefined;
  let running: Promise<FailingPart | undefined> | undefined;

  function note(failing: FailingPart | undefined): FailingPart | undefined {
    const lastsMs = failing === undefined ? GOOD_MS : FAILING_MS;
    health = { failing, foundAt: clock.now(), lastsMs };
    return failing;
  }

  /** Not once the clock was set back, either. */
  function isFresh({ foundAt, lastsMs }: Health): boolean {
    return Math.abs(clock.now() - foundAt) < lastsMs;
  }

  async function check(): Promise<FailingPart | undefined> {
    try {
      return note(await store.failingPart());
    } finally {
      running = undefined;
    }
  }

  return async () => {
    if (health !== undefined && isFresh(health)) return health.failing;
    running ??= check();
    const late = Promise.withResolvers<FailingPart | undefined>();
    const cancel = backgroundClock.after(CHECK_MS, () => late.resolve(note('database')));
    try {
      return await Promise.race([running, late.promise]);
    } finally {
      cancel();
    }
  };
}
