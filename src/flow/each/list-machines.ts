import type { FleetClient } from '../../client/fleet-client.ts';
import { wholeList } from '../../client/whole-list.ts';

/** Every paired machine, as `list_machines` gives it (specification, "Resource routes"). Throws `Failure`. */
export function listMachines(
  client: FleetClient,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  return wholeList((cursor) => {
    const query =
      cursor === undefined
        ? ''
        : `?${new URLSearchParams({ [cursor.parameter]: String(cursor.value) })}`;
    return client.request('GET', `/api/v1/machines${query}`, {
      operationClass: 'read',
      ...(signal === undefined ? {} : { signal }),
    });
  });
}
