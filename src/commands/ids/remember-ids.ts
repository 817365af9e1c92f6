import type { Clock } from '../../base/time/clock.ts';
import type { FleetClient } from '../../client/fleet-client.ts';
import type { FleetResponse } from '../../client/response.ts';
import type { LastIdsPlace } from '../../profile/last-ids.ts';

/** Members of an answer that name a job, command, delivery or alert. */
const NAMES_IDS =
  /^(id|job|jobs|job_id|command|commands|command_id|delivery|deliveries|alert|alerts)$/;

/** The first answer of a run is what it was about; later ones may be many pages. */
const ANSWERS_MAX = 3;

/** An answer, and what was asked. */
export interface SeenAnswer {
  readonly asked: string;
  readonly answer: FleetResponse;
}

/**
 * A client that, when it is closed, keeps the ids in the answers it got, for `@last`. What that takes is
 * loaded then and only where there are such ids.
 */
export function rememberIds(client: FleetClient, place: LastIdsPlace, clock: Clock): FleetClient {
  const seen: SeenAnswer[] = [];
  const note = (asked: string, answer: FleetResponse): FleetResponse => {
    const { value } = answer;
    const isObject = typeof value === 'object' && value !== null;
    if (seen.length < ANSWERS_MAX && isObject && Object.keys(value).some(isNamed)) {
      seen.push({ asked, answer });
    }
    return answer;
  };
  return {
    baseUrl: client.baseUrl,
    request: async (method, path, options) =>
      note(path, await client.request(method, path, options)),
    callTool: async (name, body, options) => note(name, await client.callTool(name, body, options)),
    async close() {
      await client.close();
      if (seen.length === 0) return;
      const { keepIds } = await import('./keep-ids.ts');
      await keepIds(place, seen.splice(0), clock.now());
    },
  };
}

function isNamed(member: string): boolean {
  return NAMES_IDS.test(member);
}
