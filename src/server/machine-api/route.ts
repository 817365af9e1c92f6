import { SYNC_PATH } from '../../contract/sync.ts';
import { machineOfToken } from '../access/machine-token.ts';
import { formatId } from '../database/row-id.ts';
import type { MachineRow } from '../database/schema.ts';
import { parseJsonBody } from '../http/read-body.ts';
import type { Route } from '../http/route.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { sync } from './sync.ts';
import { createSyncLimit } from './sync-limit.ts';

/** A sync carries results of commands, job files among them. */
const SYNC_BYTES_MAX = 8 * 1024 * 1024;

/** `POST /machine/v1/sync`: the machines' pull, with a machine's token (`contract/sync.ts`). */
export function machineSyncRoute(service: Service): Route {
  const limit = createSyncLimit();
  const { clock } = service;

  return {
    method: 'POST',
    path: SYNC_PATH,
    bodyBytesMax: SYNC_BYTES_MAX,
    async handle(incoming) {
      const { authorization, headers, signal } = incoming;
      const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      const announced = headers['content-length'];
      // What does not say how large it is counts as the largest until it was read.
      const bytes = announced === undefined ? SYNC_BYTES_MAX : Number(announced);
      const named = token === undefined ? undefined : machineOfToken(token);
      // A machine that is over its limit does not reach the database, nor does whoever names it.
      if (named !== undefined) refuseFor(limit.waitSeconds(named, bytes, clock.now()));
      const readBody = async (machine: MachineRow) => {
        refuseFor(limit.take(machine, bytes, clock.now()));
        const { organisation } = machine;
        const body = await incoming.readBytes({
          organisation,
          credential: formatId('mac', machine.id),
        });
        if (announced === undefined) limit.giveBack(machine.id, bytes - body.length);
        return parseJsonBody(body, headers);
      };
      return { body: await sync(service, token, readBody, signal) };
    },
  };
}

function refuseFor(waitSeconds: number): void {
  if (waitSeconds === 0) return;
  throw new Refusal(
    'rate_limited',
    `The machine sends more than the server takes of one; wait ${waitSeconds} seconds and send it again.`,
    { retryAfterSeconds: waitSeconds },
  );
}
