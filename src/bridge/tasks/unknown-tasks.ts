import type { Clock } from '../../base/time/clock.ts';
import { Failure } from '../../contract/failure.ts';
import { readTaskId } from '../../contract/task/task-id.ts';
import type { Look } from './look-up.ts';
import { newEntry, type TaskEntry } from './task-entry.ts';
import type { TaskIds } from './task-ids.ts';

/** Tasks that the service's endpoint may have made, and of which this process knows nothing yet. */
export interface UnknownTasks {
  /** One with nothing but its id, which is the job's where it has another format. Throws `Failure` without a key. */
  entry(taskId: string): Promise<TaskEntry>;
  /**
   * The task after a look at it, undefined where the endpoint has none of this id; where many are asked
   * for at once, one that waits for its turn. Throws `Failure` where nothing can be learned now: who is
   * told that a task is unknown drops it.
   */
  find(taskId: string, look: (entry: TaskEntry) => Promise<Look>): Promise<TaskEntry | undefined>;
}

/** Looks at tasks that nothing is known of, before their turn: half of two a second, in a burst. */
const BURST = { looks: 10, ms: 10_000 } as const;

/** Makes those of one process, which asks an endpoint without tasks once. */
export function createUnknownTasks(ids: TaskIds, clock: Clock): UnknownTasks {
  let hasTasks = true;
  let lookedAt: readonly number[] = [];

  async function entryOf(taskId: string): Promise<TaskEntry> {
    const read = readTaskId(taskId);
    const createdMs = clock.now();
    const name = read ?? { operation: '', kind: 'job', id: taskId, createdMs };
    const mac = await ids.mac();
    return newEntry(
      { taskId, name, mac, isHosted: true, isOffPage: read === undefined },
      createdMs,
    );
  }

  return {
    entry: entryOf,
    async find(taskId, look) {
      if (!hasTasks) return undefined;
      const entry = await entryOf(taskId);
      const now = clock.now();
      lookedAt = lookedAt.filter((at) => at > now - BURST.ms);
      if (lookedAt.length >= BURST.looks && !entry.isOffPage) return entry;
      lookedAt = [...lookedAt, now];
      const looked = await look(entry);
      if (looked.kind === 'away') {
        const title = 'The service could not be asked for the task now; ask again';
        throw new Failure('network', { code: 'unreachable', title });
      }
      hasTasks = looked.kind !== 'gone' || looked.hasNoTasks !== true;
      return looked.kind === 'gone' ? undefined : entry;
    },
  };
}
