import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Program } from './debian-programs.ts';
import { freePort, startProgram } from './running-program.ts';

interface TinyproxyOptions {
  readonly folder: string;
  /** Wanted of its callers. */
  readonly login?: { readonly user: string; readonly password: string };
  /** Of idle connections; its default is ten minutes. */
  readonly timeoutSeconds?: number;
}

/** Starts tinyproxy before a client; gives its port and the path of its log. */
export async function startTinyproxy(
  program: Program,
  { folder, login, timeoutSeconds }: TinyproxyOptions,
): Promise<{ readonly port: number; readonly log: string }> {
  const port = await freePort();
  mkdirSync(folder, { recursive: true });
  const log = join(folder, 'tinyproxy.log');
  const configuration = [
    `Port ${port}`,
    'Listen 127.0.0.1',
    'Allow 127.0.0.1',
    `LogFile "${log}"`,
    'LogLevel Info',
    ...(timeoutSeconds === undefined ? [] : [`Timeout ${timeoutSeconds}`]),
    ...(login === undefined ? [] : [`BasicAuth ${login.user} ${login.password}`]),
  ];
  const path = join(folder, 'tinyproxy.conf');
  writeFileSync(path, `${configuration.join('\n')}\n`);
  await startProgram(program, ['-d', '-c', path], { cwd: folder, port });
  return { port, log };
}
