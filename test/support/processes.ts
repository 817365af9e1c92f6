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

const SIGINT_BIT = 0b10n;

/**
 * Whether a process listens for SIGINT, so that the system does not end it: what listens gets no turn
 * during long work. Elsewhere than on Linux nobody can tell, and it is taken that none does.
 */
export function listensForSigint(pid: number | undefined): boolean {
  return process.platform === 'linux' && (caughtBy(pid) & SIGINT_BIT) !== 0n;
}

/** Resolves once a process that listened for SIGINT no longer does. */
export async function leavesSigint(pid: number | undefined): Promise<void> {
  await polled(async () => (listensForSigint(pid) ? undefined : 'left'));
}

/** The signals that a process listens for, a bit each (proc(5), SigCgt). */
function caughtBy(pid: number | undefined): bigint {
  const [, mask] = /^SigCgt:\s*(\w+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return BigInt(`0x${mask}`);
}
