import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { requirePrograms } from './require-programs.ts';
import { runTour } from './run-tour.ts';
import { secondShellLines } from './shell-words.ts';
import { TOUR } from './tour.ts';

interface DemoOptions {
  readonly program: readonly [string, string];
  readonly environment: NodeJS.ProcessEnv;
  readonly print: (text: string) => void;
  /** Whether the output is a terminal; there it keeps running after the tour, until `signal` aborts. */
  readonly isTerminal: boolean;
  /** Waits between scenes until a person goes on; undefined where nobody is there. */
  readonly untilNext?: ((place: string) => Promise<void>) | undefined;
  readonly signal: AbortSignal;
}

interface Ready {
  readonly base_url: string;
  readonly keys: { readonly admin: string };
}

/**
 * Starts `fleet serve --demo` in a temporary folder, runs the tour of real commands against it, and
 * removes the folder. Throws `Error` where the server does not start or a command ends with an exit
 * code that the tour does not expect, and `Failure` usage as `requirePrograms`.
 */
export async function runDemo(options: DemoOptions): Promise<void> {
  requirePrograms();
  const folder = await mkdtemp(join(tmpdir(), 'fleet-demo-'));
  const environment = isolatedEnvironment(options.environment, folder);
  const [node, entry] = options.program;
  options.print(
    '$ fleet serve --demo &     # a server and its machines, with a week behind them\n',
  );
  const args = ['serve', '--demo', '--json', '--listen', '127.0.0.1:0'];
  const server = spawn(node, [entry, ...args, '--data', join(folder, 'server')], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: environment,
  });
  const ended = once(server, 'close');
  try {
    const ready = await readReady(server.stdout, ended);
    const keyFile = join(folder, 'key');
    await writeFile(keyFile, `${ready.keys.admin}\n`, { mode: 0o600 });
    const variables = { FLEET_BASE_URL: ready.base_url, FLEET_API_KEY_FILE: keyFile };
    const known = { URL: ready.base_url, KEYFILE: keyFile, SKILLS: await writeSkills(folder) };
    await runTour(TOUR, { ...options, environment, known });
    options.print(nextLines(options.environment));
    if (options.isTerminal) await waitForEnd(variables, options);
  } finally {
    server.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  }
}

/** A folder with the skill that `fleet machine init` writes as well. */
async function writeSkills(folder: string): Promise<string> {
  const { FIRST_SKILL } = await import('../machine/init/first-skill.ts');
  const skills = join(folder, 'skills');
  await mkdir(join(skills, 'hello'), { recursive: true });
  await writeFile(join(skills, 'hello', 'SKILL.md'), FIRST_SKILL);
  return skills;
}

/** The environment of the tour, which neither reads nor writes the user's own key, caches and settings. */
function isolatedEnvironment(environment: NodeJS.ProcessEnv, folder: string): NodeJS.ProcessEnv {
  const foreign = Object.entries(environment).filter(([name]) => !name.startsWith('FLEET_'));
  return {
    ...Object.fromEntries(foreign),
    FLEET_CONFIG_DIR: join(folder, 'config'),
    FLEET_CACHE_DIR: join(folder, 'cache'),
    FLEET_STATE_DIR: join(folder, 'state'),
    FLEET_OUTPUT: 'table',
  };
}

async function readReady(stdout: Readable, ended: Promise<unknown>): Promise<Ready> {
  const line = once(createInterface({ input: stdout }), 'line').then(([text]) => String(text));
  const first = await Promise.race([line, ended.then(() => undefined)]);
  if (first === undefined) throw new Error('the demonstration server did not start');
  return JSON.parse(first) as Ready;
}

const INSTALL =
  '  npm install --global "$(npm pack --silent)"   puts fleet on your path (Node 22.19 or newer)\n';

const NEXT = `  fleet machine init my-machine     a machine of your own with a first skill, and what to type then
  fleet mcp install --client NAME   your assistant sees what you see: claude-code, cursor, vscode, …
  fleet help                        all commands; fleet help skills, fleet help agents
`;

/** What to do after the tour; a clone has no `fleet` on the PATH yet. */
function nextLines({ PATH = '' }: NodeJS.ProcessEnv): string {
  const isThere = PATH.split(delimiter).some((folder) => existsSync(join(folder, 'fleet')));
  return `\nNext\n${isThere ? '' : INSTALL}${NEXT}`;
}

async function waitForEnd(
  variables: Readonly<Record<string, string>>,
  { print, program, signal }: DemoOptions,
): Promise<void> {
  print('\nThe demonstration keeps running. To go on in it, paste into a second shell:\n\n');
  for (const line of secondShellLines(program, variables)) print(`  ${line}\n`);
  print('  fleet status\n\nPress Ctrl-C to stop it.\n');
  if (!signal.aborted) await once(signal, 'abort');
}
