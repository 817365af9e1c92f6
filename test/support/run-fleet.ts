import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export interface FleetOptions {
  /** Added to an environment that holds no setting of the person's; `undefined` leaves one out. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Given to the program's stdin, which is at its end without it. */
  readonly stdin?: string;
  readonly cwd?: string;
  /** Ends the program with SIGKILL; 30 seconds without it. */
  readonly timeoutMs?: number;
}

export interface FleetRun {
  /** The exit code; 128 + signal number has been done by the program, `null` means it was killed. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built program, or the one that FLEET_ENTRY names (`build/dev.js` runs straight from src). */
export const FLEET_ENTRY = fileURLToPath(
  new URL(`../../${process.env['FLEET_ENTRY'] ?? 'bin/run.js'}`, import.meta.url),
);

/** Folders of their own for every test file, so that no run sees another's cache or profile. */
export let FLEET_HOME = newHome();

/** To be called before another test file in the same process. */
export function moveHome(): void {
  FLEET_HOME = newHome();
}

function newHome(): string {
  return mkdtempSync(join(tmpdir(), 'fleet-test-'));
}

/** What the run has compiled already; with a home of its own, each program would do it anew. */
const COMPILE_CACHE = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] };

/** What the program under test finds in its environment: nothing that the person has set. */
export function fleetEnvironment(
  added: Readonly<Record<string, string | undefined>> = {},
): NodeJS.ProcessEnv {
  const foreign = Object.entries(process.env).filter(
    ([name]) =>
      !/^(FLEET_|NO_COLOR|FORCE_COLOR|CLICOLOR|CI$|NODE_|VITEST|XDG_|DBUS_|_$)/.test(name),
  );
  return {
    ...Object.fromEntries(foreign),
    HOME: FLEET_HOME,
    FLEET_CONFIG_DIR: join(FLEET_HOME, 'config'),
    FLEET_CACHE_DIR: join(FLEET_HOME, 'cache'),
    FLEET_STATE_DIR: join(FLEET_HOME, 'state'),
    ...COMPILE_CACHE,
    ...added,
  };
}

/** Starts `fleet` with these arguments as a real child process; the caller ends it. */
export function startFleet(args: readonly string[], options: FleetOptions = {}) {
  return spawn(process.execPath, [FLEET_ENTRY, ...args], {
    cwd: options.cwd ?? FLEET_HOME,
    env: fleetEnvironment(options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

/** What a child process has written so far, and goes on to. */
export function outputOf({ stderr, stdout }: ReturnType<typeof startFleet>) {
  const output = { stdout: '', stderr: '' };
  stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  return output;
}

/** Runs `fleet` with these arguments as a real child process to its end. */
export async function runFleet(
  args: readonly string[],
  options: FleetOptions = {},
): Promise<FleetRun> {
  const child = startFleet(args, options);
  const timer = setTimeout(() => child.kill('SIGKILL'), options.timeoutMs ?? 60_000);
  const output = outputOf(child);
  // A program that does not read its stdin may have closed it before this is written.
  child.stdin.on('error', () => {});
  child.stdin.end(options.stdin ?? '');
  const [code] = (await once(child, 'close')) as [number | null];
  clearTimeout(timer);
  return { code, ...output };
}
