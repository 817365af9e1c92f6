import type { FleetClient } from '../../client/fleet-client.ts';
import { notTheServiceFailure } from '../../contract/failure.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { idIn } from './id-in.ts';

/** The machine that a name means to the service now. */
export interface MeantMachine {
  readonly id: string;
  readonly name: string | undefined;
  /** Whatever else means it. */
  readonly names: readonly string[];
}

/**
 * Looks up which machine a name means (`GET /machines/{machine}`); undefined where the response has no
 * id. Throws `Failure` as any request, also where the name means none or several, and not_the_service for
 * an id that no path can have.
 */
export async function findMeantMachine(
  client: FleetClient,
  typed: string,
  signal: AbortSignal,
): Promise<MeantMachine | undefined> {
  const path = `/api/v1/machines/${encodeURIComponent(typed)}`;
  const { requestId, value } = await client.request('GET', path, {
    operationClass: 'read',
    signal,
  });
  const record = memberOf(value, 'machine') ?? value;
  if (textOf(record, 'id') === undefined) return undefined;
  const id = idIn(record, 'id');
  if (id === undefined) {
    const detail = 'The id of the machine cannot be part of a path. Nothing was asked of it.';
    throw notTheServiceFailure({ detail, requestId });
  }
  const name = textOf(record, 'name');
  const names = [name, textOf(record, 'hostname')].filter((each) => each !== undefined);
  return { id, name, names };
}
