import { type Mac, parseTaskId, printTaskId, type TaskName } from '../../contract/task/task-id.ts';
import type { HostedServer } from '../upstream/hosted-server.ts';

/** Ids of tasks for the key that is used now. */
export interface TaskIds {
  /** Throws `Failure` without a key. */
  mac(): Promise<Mac>;
  /** Throws `Failure` without a key. */
  print(name: TaskName): Promise<{ readonly taskId: string; readonly mac: Mac }>;
  /** Undefined for what is no id, and for one of another key or service. Throws `Failure` without a key. */
  parse(text: unknown): Promise<{ readonly name: TaskName; readonly mac: Mac } | undefined>;
}

/** Makes them with the hosted server's own code of authentication. */
export function createTaskIds(hosted: Pick<HostedServer, 'mac'>): TaskIds {
  return {
    mac: () => hosted.mac(),
    async print(name) {
      const mac = await hosted.mac();
      return { taskId: printTaskId(name, mac), mac };
    },
    async parse(text) {
      const mac = await hosted.mac();
      const name = parseTaskId(text, mac);
      return name === undefined ? undefined : { name, mac };
    },
  };
}
