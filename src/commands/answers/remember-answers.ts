import type { Clock } from '../../base/time/clock.ts';
import type { CatalogueCacheKey } from '../../client/catalogue/cache.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import type { FleetResponse } from '../../client/response.ts';
import type { LastIdsPlace } from '../../profile/last-ids.ts';

/** Members of an answer that name what completion offers, and `@last` among it. */
const NAMES = /^(id|(job|command)(_id|s)?|deliver(y|ies)|(alert|machine|skill|channel|issue)s?)$/;

/** The first answer of a run is what it was about; later ones may be many pages. */
const ANSWERS_MAX = 3;

/** An answer, and what was asked. */
export interface SeenAnswer {
  /** The operation, or the path of a request. */
  readonly asked: string;
  /** The input of an operation, as JSON. */
  readonly body: string | undefined;
  readonly answer: FleetResponse;
}

/** Where that is kept. */
export interface KeepingPlaces {
  readonly ids: LastIdsPlace;
  readonly names: CatalogueCacheKey;
}

/**
 * A client that, when it is closed, keeps what its answers named: ids for `@last`, names for completion.
 * What that takes is loaded then and only where there are such.
 */
export function rememberAnswers(
  client: FleetClient,
  places: KeepingPlaces,
  clock: Clock,
): FleetClient {
  const seen: SeenAnswer[] = [];
  const note = (asked: string, body: string | undefined, answer: FleetResponse): FleetResponse => {
    if (seen.length < ANSWERS_MAX && namesAny(answer)) seen.push({ asked, body, answer });
    return answer;
  };
  return {
    baseUrl: client.baseUrl,
    request: async (method, path, options) =>
      note(path, undefined, await client.request(method, path, options)),
    callTool: async (name, body, options) =>
      note(name, body, await client.callTool(name, body, options)),
    async close() {
      await client.close();
      const answers = seen.splice(0);
      if (answers.length === 0) return;
      const { keepAnswers } = await import('./keep-answers.ts');
      await keepAnswers(places, answers, clock.now());
    },
  };
}

/** Whether an answer has such a member, and in it more than an empty list. */
function namesAny({ value }: FleetResponse): boolean {
  if (typeof value !== 'object') return false;
  return Object.entries(value ?? {}).some(
    ([name, member]) => NAMES.test(name) && member?.length !== 0,
  );
}
