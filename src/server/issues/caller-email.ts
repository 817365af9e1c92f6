import { findKey } from '../access/api-key-queries.ts';
import type { Caller } from '../access/caller.ts';
import type { Connection } from '../database/connection.ts';
import { parseId } from '../database/row-id.ts';
import { findPerson } from '../organisation/person-queries.ts';

/** Where the person behind a caller is written to: whose app it is, or who created the key. */
export async function callerEmail(db: Connection, caller: Caller): Promise<string | undefined> {
  const { organisation } = caller;
  const id = await personOf(db, caller);
  return id === undefined ? undefined : (await findPerson(db, { organisation, id }))?.email;
}

async function personOf(db: Connection, caller: Caller): Promise<number | undefined> {
  if (caller.kind === 'person') return parseId('per', caller.id);
  const key = parseId('key', caller.id);
  return key === undefined ? undefined : ((await findKey(db, key))?.created_by ?? undefined);
}
