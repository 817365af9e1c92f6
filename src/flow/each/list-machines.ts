import type { FleetClient } from '../../client/fleet-client.ts';
import { pagesOf } from '../../client/pages.ts';

/** Every paired machine, as `list_machines` gives it (specification, "Resource routes"). Throws `Failure`. */
export async function listMachines(
  client: FleetClient,
  signal?: AbortSignal,
): Promise<readonly unknown[]> {
  const machines: unknown[] = [];
  const pages = pagesOf((cursor) => {
    const query =
      cursor === undefined
        ? ''
        : `?${new URLSearchParams({ [cursor.parameter]: String(cursor.value) })}`;
    return client.request('GET', `/api/v1/machines${query}`, {
      operationClass: 'read',
      ...(signal === undefined ? {} : { signal }),
    });
  });
  for await (const { rows } of pages) machines.push(...(rows?.items ?? []));
  return machines;
}
