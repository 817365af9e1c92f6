import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface ServiceUnderTest {
  readonly baseUrl: string;
  /** Answers GET /api/v1/me from bare node:http. */
  readonly bareUrl: string;
  readonly keys: readonly string[];
  readonly commands: readonly string[];
  /** After collecting garbage, where `collect` is set. */
  usage(collect?: boolean): Promise<Usage>;
  finish(command: string): void;
  stop(): void;
}

export interface Usage {
  readonly rssBytes: number;
  readonly cpuMicros: number;
  readonly held: number;
}

/** The service in a process of its own, with so many keys and waiting commands. */
export async function startServiceUnderTest(
  keys: number,
  commands: number,
): Promise<ServiceUnderTest> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const entry = fileURLToPath(new URL('service-process.ts', import.meta.url));
  const child: ChildProcess = fork(entry, [folder, String(keys), String(commands)], {
    execArgv: ['--expose-gc'],
  });
  const [ready] = (await once(child, 'message')) as [
    Pick<ServiceUnderTest, 'baseUrl' | 'bareUrl' | 'keys' | 'commands'>,
  ];
  return {
    ...ready,
    async usage(collect = false) {
      const answer = once(child, 'message') as Promise<[Usage]>;
      child.send({ collect });
      return (await answer)[0];
    },
    finish: (command) => void child.send({ finish: command }),
    stop() {
      child.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
