import type { Platform } from '../platform.ts';

export interface HandedSignals {
  /** Heard, so that they do not end this program before its child. */
  readonly heard: readonly NodeJS.Signals[];
  /** Of those the ones to send on to the child; the others reach it by themselves. */
  readonly sent: readonly NodeJS.Signals[];
}

/**
 * Which signals a program hands on to a child that it waits for. A terminal sends Ctrl-C to both, so that
 * it would come twice. A console of Windows sends all that it has to both, and to send any signal there is
 * to end the child at once.
 */
export function handedSignals(
  platform: Platform,
  { hasTerminal }: { readonly hasTerminal: boolean },
): HandedSignals {
  if (platform === 'win32') return { heard: ['SIGINT', 'SIGBREAK', 'SIGHUP'], sent: [] };
  const heard = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'SIGUSR2', 'SIGCONT'] as const;
  const byTerminal: readonly string[] = hasTerminal ? ['SIGINT', 'SIGQUIT'] : [];
  return { heard, sent: heard.filter((name) => !byTerminal.includes(name)) };
}
