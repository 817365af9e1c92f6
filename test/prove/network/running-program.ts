import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { Program } from './debian-programs.ts';

const running = new Set<ChildProcess>();

/** A port of the loopback that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** Starts a program in the foreground and waits until it takes connections at `port`. */
export async function startProgram(
  { environment, path }: Program,
  args: readonly string[],
  { cwd, port }: { readonly cwd: string; readonly port: number },
): Promise<void> {
  const child = spawn(path, args, { cwd, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
  keepUntilTheEnd(child);
  let said = '';
  const listen = (text: string): void => {
    said = `${said}${text}`.slice(-2000);
  };
  child.stdout.setEncoding('utf8').on('data', listen);
  child.stderr.setEncoding('utf8').on('data', listen);
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${path} ended with ${code}: ${said}`);
  });
  await Promise.race([ended, listening(port)]);
  ended.catch(() => {});
}

/** Ends the process when the proof ends. */
export function keepUntilTheEnd(child: ChildProcess): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}

/** Ends what was started. */
export async function endPrograms(): Promise<void> {
  const all = [...running];
  const ended = all.map((child) => once(child, 'exit'));
  for (const child of all) child.kill('SIGTERM');
  const limit = setTimeout(() => {
    for (const child of all) child.kill('SIGKILL');
  }, 3_000);
  await Promise.all(ended);
  clearTimeout(limit);
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    const socket = connect(port, '127.0.0.1');
    const isThere = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    });
    socket.destroy();
    if (isThere) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on ${port} within ten seconds`);
}
