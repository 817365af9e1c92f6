import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** A process of its own in which servers run, each on a PostgreSQL database. */
export interface ServerProcess {
  readonly process: ChildProcess;
  start(database: string): Promise<SecondServer>;
  /** Ends the process with all its servers. */
  stop(): Promise<void>;
}

export interface SecondServer {
  readonly baseUrl: string;
  close(): Promise<void>;
}

export function startServerProcess(): ServerProcess {
  const entry = fileURLToPath(new URL('server-process.ts', import.meta.url));
  const child = fork(entry, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  // It ends with this process: its channel closes then.
  child.unref();
  child.channel?.unref();
  return {
    process: child,
    async start(database) {
      const started = await ask(child, { start: database });
      return {
        baseUrl: started,
        async close() {
          if (child.connected) await ask(child, { stop: database });
        },
      };
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}

let shared: ServerProcess | undefined;

/** A server in the second process beside this one, on this database. */
export function startSecondServer(database: string): Promise<SecondServer> {
  shared ??= startServerProcess();
  return shared.start(database);
}

interface Question {
  readonly start?: string;
  readonly stop?: string;
}

async function ask(child: ChildProcess, question: Question): Promise<string> {
  const about = question.start ?? question.stop;
  const answer = Promise.withResolvers<string>();
  const onMessage = (message: unknown): void => {
    const { database, baseUrl } = message as { database: string; baseUrl: string };
    if (database === about) answer.resolve(baseUrl);
  };
  const onExit = (): void => answer.reject(new Error('the second process ended'));
  child.on('message', onMessage).once('exit', onExit);
  child.channel?.ref();
  child.send(question);
  try {
    return await answer.promise;
  } finally {
    child.channel?.unref();
    child.off('message', onMessage).off('exit', onExit);
  }
}
