import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { entryFile } from '../../base/disk/entry-file.ts';
import type { Environment } from '../../base/environment.ts';
import { thisPlatform } from '../../base/platform.ts';
import { guardOf } from './process-guard.ts';

export interface KeychainRequest {
  readonly action: 'read' | 'write' | 'remove';
  readonly account: string;
  /** What `write` keeps. */
  readonly secret?: string;
  /** The process ends by itself after this, in case the caller is gone. */
  readonly endsAfterMs: number;
  /** Whether the system ends the process with its caller. */
  readonly isGuarded?: boolean;
}

export interface KeychainResponse {
  /** What is kept now, after `read` and `write`; null where nothing is. */
  readonly secret?: string | null;
  /** Whether `remove` found something. */
  readonly wasThere?: boolean;
  /** There is no keychain, or it is locked. */
  readonly failed?: boolean;
}

/** What is needed of this process to start the one that calls the keychain. */
export interface KeychainHost {
  readonly environment: Environment;
  /** The path of the Node that runs this. */
  readonly node: string;
  /** Calls `action` when this process ends, until the returned function is called. */
  readonly atExit: (action: () => void) => () => void;
  /** Aborts when the person presses Ctrl-C; undefined while that ends the program without us. */
  readonly interruption?: () => AbortSignal | undefined;
}

const PROCESS = { source: 'profile/keychain/keychain-process.ts', bundle: 'keychain.cjs' };

/** What keychains, message buses and Node itself are found with; no key and no option of Node is among them. */
const NEEDED =
  /^(DBUS_SESSION_BUS_ADDRESS|DISPLAY|ELECTRON_RUN_AS_NODE|HOME|LOGNAME|PATH|USER|WAYLAND_DISPLAY|XDG_RUNTIME_DIR|(DY)?LD_LIBRARY_PATH|__CF_USER_TEXT_ENCODING|APPDATA|HOMEDRIVE|HOMEPATH|LOCALAPPDATA|SYSTEMROOT|TEMP|TMP|USERDOMAIN|USERNAME|USERPROFILE|WINDIR)$/i;

/**
 * Calls the keychain in a process of its own, which `signal` kills: the library blocks its thread
 * while it connects to the message bus, and waits for ever for one that is silent. Rejects where no
 * response comes, and where the keychain refuses.
 */
export async function callKeychain(
  host: KeychainHost,
  question: KeychainRequest,
  signal: AbortSignal,
): Promise<KeychainResponse> {
  const guard = guardOf(thisPlatform(), existsSync);
  const guarded = guard && (await answerOf(host, question, signal, guard));
  // An older guard knows no such flag, and has started nothing.
  const response = guarded ?? (await answerOf(host, question, signal, []));
  if (response === undefined || response.failed === true) throw new Error('it gave no answer');
  return response;
}

/** Undefined where the process ended without a response. Rejects where it could not be started. */
async function answerOf(
  { atExit, environment, node }: KeychainHost,
  question: KeychainRequest,
  signal: AbortSignal,
  guard: readonly string[],
): Promise<KeychainResponse | undefined> {
  if (signal.aborted) return undefined;
  const entry = entryFile(PROCESS);
  const [program = node, ...words] = [...guard, node, entry];
  const child = spawn(program, words, {
    cwd: dirname(entry),
    env: Object.fromEntries(Object.entries(environment).filter(([name]) => NEEDED.test(name))),
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
  const kill = (): void => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill);
  const forget = atExit(kill);
  // A process that ended early has closed its stdin; the missing response is reported below.
  child.stdin.on('error', () => {});
  child.stdin.end(JSON.stringify({ ...question, isGuarded: guard.length > 0 }));
  try {
    const line = await firstLine(child);
    return line === undefined ? undefined : JSON.parse(line);
  } finally {
    forget();
    kill();
  }
}

/** The response, which is complete with its line end; undefined where the process ends without one. */
function firstLine(
  child: ChildProcessByStdio<Writable, Readable, null>,
): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.endsWith('\n')) resolve(said);
    });
    child.once('error', reject);
    child.once('close', () => resolve(undefined));
  });
}
