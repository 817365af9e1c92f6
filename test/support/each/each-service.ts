import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { FLEET_ENTRY, fleetEnvironment } from '../run-fleet.ts';
import { startScriptedService } from '../scripted-service.ts';

/** What runs of `fleet each` in these tests send. */
export const EACH_WORDS = ['-o', 'jsonl', '--', 'run-skill', 'tea'];

/** A service with the machines mac_0 and mac_1, and runs of `fleet each` that append to a file. */
export async function startEachService() {
  let arrived: (() => void) | undefined;
  let awaited: string | undefined;
  let failing: string | undefined;
  let listed: (() => void) | undefined;
  const TEXT = { type: 'string' };
  const properties = { machine: TEXT, skill: TEXT };
  const schema = { type: 'object', properties, required: ['machine', 'skill'] };
  const service = await startScriptedService({
    tools: [{ name: 'run_skill', class: 'write', input_schema: schema }],
    answer({ body, path }) {
      if (path === '/api/v1/machines') {
        listed?.();
        listed = undefined;
        const machines = ['mac_0', 'mac_1'].map((id) => ({ id, name: id, status: 'online' }));
        return { body: { machines, next_before: null } };
      }
      const { machine } = JSON.parse(body);
      if (machine === failing) {
        failing = undefined;
        return { status: 500, body: {} };
      }
      const isAwaited = awaited === undefined || awaited === machine;
      if (arrived === undefined || !isAwaited)
        return { status: 202, body: { job: { id: `job_of_${machine}` } } };
      arrived();
      arrived = undefined;
      return undefined;
    },
  });
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  return {
    env,
    stop: service.stop,
    /** The machines to which something was sent. */
    sentTo(): readonly string[] {
      const sent = service.calls().filter(({ path }) => path.startsWith('/api/v1/tools/'));
      return sent.map(({ body }) => JSON.parse(body).machine);
    },
    forget() {
      service.requests.length = 0;
    },
    /** Resolves when the operation is sent the next time, to that machine where one is named. It gets no response. */
    nextArrival: (machine?: string) =>
      new Promise<void>((resolve) => {
        arrived = resolve;
        awaited = machine;
      }),
    /** Acts when a run asks for the machines the next time, which it does between reading a file and sending. */
    atNextList(act: () => void) {
      listed = act;
    },
    /** The next operation that is sent to a machine gets a response by which nobody knows whether it ran. */
    failNext(machine: string) {
      failing = machine;
    },
    /** A run that appends its rows to a file, as with `>> FILE`. */
    into: (file: string, ...selector: readonly string[]) =>
      runInto(openSync(file, 'a'), selector, env),
    /** A run whose rows cannot be written to the file. */
    intoReadOnly: (file: string, ...selector: readonly string[]) =>
      runInto(openSync(file, 'r'), selector, env),
  };
}

function runInto(
  output: number,
  selector: readonly string[],
  env: Readonly<Record<string, string>>,
): ChildProcess {
  const child = spawn(process.execPath, [FLEET_ENTRY, 'each', ...selector, ...EACH_WORDS], {
    env: fleetEnvironment(env),
    stdio: ['ignore', output, 'ignore'],
  });
  closeSync(output);
  return child;
}

export type EachService = Awaited<ReturnType<typeof startEachService>>;
