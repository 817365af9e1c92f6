import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Environment } from '../../base/environment.ts';
import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import type { Platform } from '../../base/platform.ts';
import { programStart } from '../../base/processes/program-start.ts';
import type { Clock } from '../../base/time/clock.ts';
import type { Launch } from './entry.ts';

interface ProbeOptions {
  /** The whole environment of the process. */
  readonly environment: Environment;
  readonly platform: Platform;
  readonly clock: Clock;
  readonly timeoutMs: number;
  readonly version: string;
}

/** What an assistant would see of a server on stdio. */
export type Probe =
  | {
      readonly kind: 'responded';
      readonly server: string;
      readonly tools: readonly string[];
      readonly call: ProbedCall;
    }
  /** The operating system did not start it, with its error code. */
  | { readonly kind: 'not_started'; readonly code: string }
  /** It ended before it had responded; with the end of its stderr. */
  | { readonly kind: 'ended'; readonly exitCode: number | null; readonly stderr: string }
  | { readonly kind: 'timed_out'; readonly stderr: string };

/** What a call of `FIRST_TOOL` gave: a list may be one from before, while the service takes no calls. */
export type ProbedCall = 'not_offered' | 'unanswered' | JsonObject;

/** It reads and wants no arguments. */
export const FIRST_TOOL = 'describe_cloud';
export const CALL_SECONDS = 5;
/** How long a server may take to end after its input has ended. */
const END_MS = 1000;
const STDERR_CHARS_MAX = 2000;
/** What today's assistants send; the bridge supports it and every later one. */
const PROTOCOL_VERSION = '2025-11-25';

/** The variables that the MCP SDKs pass to a server on stdio, by platform. */
const INHERITED = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  win32: [
    'APPDATA',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMFILES',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'USERNAME',
    'USERPROFILE',
  ],
} as const;

/**
 * The environment that an assistant gives a server: the few variables that the SDKs pass on, and those
 * of the entry. So a key that is set only in this terminal is missing, as it is for the assistant.
 */
export function assistantEnvironment(
  environment: Environment,
  platform: Platform,
  own: Readonly<Record<string, string>>,
): Environment {
  const names = platform === 'win32' ? INHERITED.win32 : INHERITED.posix;
  return { ...Object.fromEntries(names.map((name) => [name, environment[name]])), ...own };
}

/**
 * Starts a server as an assistant does, calls `initialize`, lists its tools, calls the first to call and
 * ends it. Never rejects for what the server does.
 */
export async function probe(launch: Launch, options: ProbeOptions): Promise<Probe> {
  const { environment, clock, platform, timeoutMs, version } = options;
  const place = { environment, folder: '.', platform };
  const start = await programStart(launch.command, launch.args, place);
  if (start === undefined) return { kind: 'not_started', code: 'EINVAL' };
  const { args, command, windowsVerbatimArguments } = start;
  const settings = { env: environment, stdio: 'pipe', windowsHide: true } as const;
  const child = spawn(command, args, { ...settings, windowsVerbatimArguments });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARS_MAX);
  });
  // A server that ends while it is written to is reported by its end.
  child.stdin.on('error', () => {});
  let stopWaiting = () => {};
  const timeout = new Promise<Probe>((resolve) => {
    stopWaiting = clock.after(timeoutMs, () => resolve({ kind: 'timed_out', stderr }));
  });
  const end = new Promise<Probe>((resolve) => {
    child.once('error', (error: NodeJS.ErrnoException) =>
      resolve({ kind: 'not_started', code: error.code ?? 'unknown' }),
    );
    child.once('close', (exitCode) => resolve({ kind: 'ended', exitCode, stderr }));
  });
  try {
    return await Promise.race([useTools(child, { clock, version }), end, timeout]);
  } finally {
    stopWaiting();
    await endProcess(child, clock, end);
  }
}

/** Ends a server as assistants do: closes its stdin, and kills it where it does not end by itself. */
async function endProcess(
  child: ChildProcessWithoutNullStreams,
  clock: Clock,
  end: Promise<unknown>,
): Promise<void> {
  child.stdin.end();
  const stop = clock.after(END_MS, () => {
    child.kill('SIGKILL');
    // Processes that it started may live on and keep its pipes open: they are not waited for.
    child.stdout.destroy();
    child.stderr.destroy();
  });
  await end;
  stop();
}

async function useTools(
  child: ChildProcessWithoutNullStreams,
  { clock, version }: Pick<ProbeOptions, 'clock' | 'version'>,
): Promise<Probe> {
  const lines = createInterface({ input: child.stdout });
  const waiting = new Map<number, (result: unknown) => void>();
  lines.on('line', (line) => {
    const { id, result } = membersOf(parseLine(line));
    if (typeof id === 'number' && result !== undefined) waiting.get(id)?.(result);
  });
  const send = (message: object) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (id: number, method: string, params: object) =>
    new Promise<unknown>((resolve) => {
      waiting.set(id, resolve);
      send({ id, method, params });
    });
  const initialized = await request(1, 'initialize', {
    protocolVersion: PROTOCOL_VERSION,
    capabilities: {},
    clientInfo: { name: 'fleet-doctor', version },
  });
  send({ method: 'notifications/initialized' });
  const { tools } = membersOf(await request(2, 'tools/list', {}));
  const names = namesOf(tools);
  const call = async (): Promise<ProbedCall> => {
    if (!names.includes(FIRST_TOOL)) return 'not_offered';
    const late = Promise.withResolvers<ProbedCall>();
    const stop = clock.after(CALL_SECONDS * 1000, () => late.resolve('unanswered'));
    const called = request(3, 'tools/call', { name: FIRST_TOOL, arguments: {} }).then(membersOf);
    return await Promise.race([called, late.promise]).finally(stop);
  };
  const { name, version: serverVersion } = membersOf(membersOf(initialized)['serverInfo']);
  const server = `${name} ${serverVersion}`;
  return { kind: 'responded', server, tools: names, call: await call() };
}

function namesOf(tools: unknown): readonly string[] {
  return (Array.isArray(tools) ? tools : []).filter(isObject).map(({ name }) => String(name));
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
