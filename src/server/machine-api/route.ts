import { SYNC_PATH } from '../../contract/sync.ts';
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

  function count(machine: MachineRow, bytes: number): void {
    const waitSeconds = limit.take(machine.id, bytes, service.clock.now());
    if (waitSeconds === 0) return;
    throw new Refusal(
      'rate_limited',
      `The machine sends more than the server takes of one; wait ${waitSeconds} seconds and send it again.`,
      { retryAfterSeconds: waitSeconds },
    );
  }

  return {
    method: 'POST',
    path: SYNC_PATH,
    bodyBytesMax: SYNC_BYTES_MAX,
    async handle({ authorization, headers, signal, readBytes }) {
      const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      const announced = headers['content-length'];
      const readBody = async (machine: MachineRow) => {
        // Where it says how much it sends, it is refused before the body is read.
        if (announced !== undefined) count(machine, Number(announced));
        const bytes = await readBytes();
        if (announced === undefined) count(machine, bytes.length);
        return parseJsonBody(bytes, headers);
      };
      return { body: await sync(service, token, readBody, signal) };
    },
  };
}
