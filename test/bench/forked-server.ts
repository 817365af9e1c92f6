import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A server in a process of its own, with a data folder that goes with it. */
export interface ForkedServer<Ready> {
  /** What it told when it was up. */
  readonly ready: Ready;
  /** Sends an order that it answers with one message. */
  ask<Answer>(order: object): Promise<Answer>;
  /** Sends an order that it does not answer. */
  tell(order: object): void;
  stop(): void;
}

/**
 * Starts `entry`, a file of this folder, with its data folder before `args`; it is up with its first
 * message.
 */
export async function forkServer<Ready>(
  entry: string,
  args: readonly (number | string)[],
): Promise<ForkedServer<Ready>> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const child = fork(
    fileURLToPath(new URL(entry, import.meta.url)),
    [folder, ...args.map(String)],
    { execArgv: ['--expose-gc'] },
  );
  const [ready] = (await once(child, 'message')) as [Ready];
  return {
    ready,
    async ask<Answer>(order: object) {
      const answer = once(child, 'message') as Promise<[Answer]>;
      child.send(order);
      return (await answer)[0];
    },
    tell: (order) => void child.send(order),
    stop() {
      child.disconnect();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
