import { createHmac, randomBytes } from 'node:crypto';
import type { Mac } from '../../../contract/task/task-id.ts';
import type { Caller } from '../../access/caller.ts';
import type { Connection } from '../../database/connection.ts';
import type { Store } from '../../database/store.ts';
import { callerKey } from '../../long-poll/long-poll.ts';

const KEY_BYTES = 32;
const MAC_BYTES = 16;

/** Gives the codes of authentication of a caller; throws `unavailable` while the database is away. */
type TaskMacs = (caller: Caller) => Promise<Mac>;

/**
 * Codes of authentication by a key in the database, which the first task makes: every process has the
 * same, and each API key or person has codes of its own, so that no other's id says anything to it.
 */
export function createTaskMacs(store: Store): TaskMacs {
  let reading: Promise<string> | undefined;

  function read(): Promise<string> {
    if (reading !== undefined) return reading;
    const began = taskKey(store);
    reading = began;
    // Where the database is away, the next request tries again.
    began.catch(() => {
      reading = undefined;
    });
    return began;
  }

  return async (caller) => {
    const purpose = `tasks of ${caller.organisation} ${callerKey(caller)}`;
    const secret = digest(await read(), purpose);
    return (text) => digest(secret, text).subarray(0, MAC_BYTES).toString('base64url');
  };
}

function digest(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}

async function taskKey(store: Store): Promise<string> {
  const known = await store.read(findTaskKey);
  if (known !== undefined) return known;
  return store.write(async ({ db }) => {
    const value = randomBytes(KEY_BYTES).toString('base64url');
    await db
      .insertInto('deployment')
      .values({ name: 'task_key', value })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    // Another process may have been first.
    return (await findTaskKey(db)) ?? value;
  });
}

async function findTaskKey(db: Connection): Promise<string | undefined> {
  const row = await db
    .selectFrom('deployment')
    .select('value')
    .where('name', '=', 'task_key')
    .executeTakeFirst();
  return row?.value;
}
