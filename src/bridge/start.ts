// The process of `fleet mcp`: it starts when this file is loaded.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../base/time/clock.ts';
import { Failure } from '../contract/failure.ts';
import { foldersOf } from '../profile/folders.ts';
import { homeFolder } from '../profile/home-folder.ts';
import { limitHeap } from './limit-heap.ts';
import { readOptions } from './options.ts';
import { AssistantSession } from './session/assistant-session.ts';
import { createInFlight } from './session/in-flight.ts';
import { createRequestStates } from './session/request-state.ts';
import { createLineReader, type LineReader } from './stdio/line-reader.ts';
import { createMessageWriter, type MessageWriter } from './stdio/message-writer.ts';
import { toolFilter } from './tools/tool-filter.ts';
import { ToolList } from './tools/tool-list.ts';
import { HostedServer } from './upstream/hosted-server.ts';
import { createLargeResponses } from './upstream/large-responses.ts';
import type { BridgeRuntime } from './upstream/upstream.ts';

const LINE_BYTES_MAX = 8 * 1024 * 1024;
/** An assistant that does not read is read on for a while, since otherwise its end is not seen. */
const AHEAD_BYTES_MAX = 1024 * 1024;
/** Whoever pipes requests in gets answers that come soon, and the process ends within a second. */
const LAST_ANSWERS_MS = 500;
const PARENT_MS = 500;

const FOR_A_PERSON = `fleet mcp waits for the messages of an assistant, which starts it by itself.
To add it to one: fleet mcp install --client NAME. What it offers: fleet mcp doctor. Ctrl-C ends it.
`;

void start(process.argv.slice(3)).catch(failed);

async function start(argv: readonly string[]): Promise<void> {
  const options = readOptions(argv);
  const rim = rimOf(options.verbose);
  const filter = await toolFilter(options);
  const onOtherKey = (): void => void tools.refresh();
  const output = createMessageWriter(process.stdout);
  const largeAnswers = createLargeResponses(output.held);
  const hosted = new HostedServer({ rim, target: options.target, onOtherKey, largeAnswers });
  const inFlight = createInFlight();
  const onChange = (): void => bridge.toolsChanged();
  const tools = new ToolList({ ...rim, cacheFolder: rim.folders.cache, hosted, onChange });
  const serverInfo = { name: 'fleet', title: 'Fleet Cloud', version: manifest.version };
  const states = createRequestStates(randomBytes);
  const { confirm, maxWaitSeconds } = options;
  const desk = { hosted, tools, filter, clock: systemClock, maxWaitSeconds, confirm };
  const bridge = new AssistantSession({
    ...desk,
    output,
    inFlight,
    states,
    serverInfo,
    log: rim.log,
  });
  const tooLong = { code: -32600, message: `A line is longer than ${LINE_BYTES_MAX} bytes.` };
  const boundMemory = limitHeap(() => process.getBuiltinModule('node:v8'));
  const lines = createLineReader({
    bytesMax: LINE_BYTES_MAX,
    onLine(line) {
      boundMemory();
      bridge.take(line);
    },
    onTooLong: () => output.send({ id: null, error: tooLong }),
  });
  const end = (exitCode: number): never => process.exit(exitCode);
  watchParent(() => end(0));
  process.stdout.on('error', () => end(0));
  // A log that nobody reads is no reason to end.
  process.stderr.on('error', () => {});
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => end(0));
  if (process.stdin.isTTY) process.stderr.write(FOR_A_PERSON);
  await readAll(lines, output);
  tools.stop();
  setTimeout(() => end(0), LAST_ANSWERS_MS).unref();
  await inFlight.idle();
  await output.ready();
  end(0);
}

async function readAll(lines: LineReader, output: MessageWriter): Promise<void> {
  let aheadBytes = 0;
  for await (const chunk of process.stdin) {
    lines.push(chunk);
    aheadBytes += chunk.length;
    if (aheadBytes < AHEAD_BYTES_MAX) continue;
    await output.ready();
    aheadBytes = 0;
  }
  lines.end();
}

/** A parent that dies without closing our stdin leaves us to another process. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_MS).unref();
}

function rimOf(verbose: boolean): BridgeRuntime {
  const { env, platform } = process;
  const folders = foldersOf(env, platform, homeFolder());
  const log: BridgeRuntime['log'] = (event, facts = {}) => {
    if (verbose)
      process.stderr.write(
        `${JSON.stringify({ at: new Date().toISOString(), event, ...facts })}\n`,
      );
  };
  return {
    environment: env,
    node: process.execPath,
    atExit(act) {
      process.once('exit', act);
      return () => void process.off('exit', act);
    },
    folders,
    readTextFile: (path) => readFileSync(path, 'utf8'),
    clock: systemClock,
    random: Math.random,
    version: manifest.version,
    log,
  };
}

function failed(error: unknown): void {
  const { advice, detail, title } =
    error instanceof Failure ? error.facts : { title: String(error) };
  const lines = [`fleet: ${title}`, detail, advice].filter((line) => line !== undefined);
  process.stderr.write(`${lines.join('\n  ')}\n`);
  process.exit(error instanceof Failure && error.kind === 'usage' ? 2 : 1);
}
