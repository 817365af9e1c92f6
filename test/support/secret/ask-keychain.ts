import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

interface Request {
  readonly action: 'read' | 'write' | 'remove';
  readonly account: string;
  readonly secret?: string;
}

/** What the Secret Service of `bus` responds to a request that no command makes. */
export async function askKeychain(
  bus: Readonly<Record<string, string>>,
  request: Request,
): Promise<unknown> {
  const entry = fileURLToPath(new URL('../../../dist/keychain.cjs', import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: { ...process.env, ...bus },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  child.stdin.end(JSON.stringify({ ...request, endsAfterMs: 10_000 }));
  return JSON.parse(await text(child.stdout));
}
