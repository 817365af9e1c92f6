import { readFileSync } from 'node:fs';

/** Looks again and again, without waiting, until there is something. */
export async function polled(look: () => Promise<string | undefined>): Promise<string> {
  for (;;) {
    const found = await look().catch(() => undefined);
    if (found !== undefined) return found;
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** Resolves once the process is gone; a zombie that nobody has reaped yet is gone. */
export async function gone(pid: string): Promise<void> {
  await polled(async () => (isAlive(pid) ? undefined : 'gone'));
}

export function isAlive(pid: string): boolean {
  try {
    process.kill(Number(pid), 0);
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}
