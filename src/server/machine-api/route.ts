import { SYNC_PATH } from '../../contract/sync.ts';
import type { Route } from '../http/route.ts';
import type { Service } from '../service.ts';
import { sync } from './sync.ts';

/** A sync carries results of commands, job files among them. */
const SYNC_BYTES_MAX = 8 * 1024 * 1024;

/** `POST /machine/v1/sync`: the machines' pull, with a machine's token (`contract/sync.ts`). */
export function machineSyncRoute(service: Service): Route {
  return {
    method: 'POST',
    path: SYNC_PATH,
    bodyBytesMax: SYNC_BYTES_MAX,
    async handle({ authorization, signal, readBody }) {
      const [, token] = /^bearer +(\S+)$/i.exec(authorization ?? '') ?? [];
      return { body: await sync(service, token, readBody, signal) };
    },
  };
}
