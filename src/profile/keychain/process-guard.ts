import type { Platform } from '../../base/platform.ts';

/** Ends what it starts as soon as the caller is gone (prctl(2), PR_SET_PDEATHSIG), and costs next to nothing. */
const SETPRIV = ['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'] as const;

/** The words before a command that end it with its caller; none where the system has no such program. */
export function guardOf(
  platform: Platform,
  exists: (path: string) => boolean,
): readonly string[] | undefined {
  return platform === 'linux' && exists(SETPRIV[0]) ? SETPRIV : undefined;
}

/**
 * Whether only another thread can end the process in time: on Linux the library blocks the thread that
 * connects to the message bus. A guarded process is ended with its caller and needs none.
 */
export function needsSecondThread(platform: Platform, isGuarded: boolean): boolean {
  return platform === 'linux' && !isGuarded;
}
