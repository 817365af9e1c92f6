import manifest from '../../package.json' with { type: 'json' };
import { readTextFile } from '../base/disk/read-text-file.ts';
import type { JsonObject } from '../base/json/object.ts';
import { homeFolder } from '../base/paths/home-folder.ts';
import { thisPlatform } from '../base/platform.ts';
import { endSignals } from '../base/processes/end-signals.ts';
import { exitAtOnce } from '../base/processes/exit-at-once.ts';
import { withOneTimer } from '../base/time/one-timer.ts';
import { steadyClock } from '../base/time/steady-clock.ts';
import { foldersOf, refuseRelativeFolders } from '../profile/folders.ts';
import { profileEnvironment } from '../profile/profile-environment.ts';
import { escapeForTerminalJson } from '../render/sanitise.ts';
import { keepServiceFlags } from '../render/service-command.ts';
import { limitCompilers } from './limit-compilers.ts';
import { limitHeap } from './limit-heap.ts';
import type { BridgeOptions } from './options.ts';
import { AssistantSession } from './session/assistant-session.ts';
import { createInFlight } from './session/in-flight.ts';
import { createRequestStates } from './session/request-state.ts';
import { createLineReader, type LineReader } from './stdio/line-reader.ts';
import { createMessageWriter, type MessageWriter } from './stdio/message-writer.ts';
import { createAgreedTools } from './tools/agreed-tools.ts';
import { toolFilter } from './tools/tool-filter.ts';
import { ToolList } from './tools/tool-list.ts';
import { HostedServer } from './upstream/hosted-server.ts';
import { createLargeResponses } from './upstream/large-responses.ts';
import type { BridgeRuntime } from './upstream/upstream.ts';

const LINE_BYTES_MAX = 8 * 1024 * 1024;
/** How much is read from an assistant that does not read itself: its end shows only in reading. */
const UNREAD_BYTES_MAX = 1024 * 1024;
/** How long responses are waited for at the end of the input, so that requests can be piped in. */
const LAST_RESPONSES_MS = 500;
/** And for an answer of a person that is being handed on: assistants send SIGTERM two seconds after the end. */
const LAST_ANSWERS_MS = 2000;
const PARENT_CHECK_MS = 500;

/**
 * Serves the tools of the service on stdin and stdout, and ends the process with the assistant. A
 * person who starts it on a terminal reads `terminalHint`.
 */
export async function startBridge(
  options: BridgeOptions,
  { terminalHint }: { readonly terminalHint: string },
): Promise<never> {
  keepServiceFlags(options.target);
  const runtime = runtimeOf(options);
  const filter = await toolFilter(options);
  const onOtherKey = (): void => void tools.refresh();
  const writer = createMessageWriter(process.stdout);
  const largeResponses = createLargeResponses(writer.backpressure);
  const hosted = new HostedServer({ runtime, target: options.target, onOtherKey, largeResponses });
  const inFlight = createInFlight();
  const onChange = (): void => session.toolsChanged();
  const cacheFolder = runtime.folders.cache;
  const tools = new ToolList({ ...runtime, cacheFolder, hosted, onChange });
  const serverInfo = { name: 'fleet', title: 'Fleet Cloud', version: manifest.version };
  const states = createRequestStates((size) =>
    process.getBuiltinModule('node:crypto').randomBytes(size),
  );
  const { clock } = runtime;
  const agreed = createAgreedTools({
    folder: runtime.folders.state,
    clock,
    of: () => hosted.identity(),
    known: (name) => tools.known(name),
    log: runtime.log,
  });
  const { confirm, maxWaitSeconds, questions } = options;
  const context = { hosted, tools, agreed, filter, clock, maxWaitSeconds, confirm, questions };
  const session = new AssistantSession({
    ...context,
    writer,
    inFlight,
    states,
    serverInfo,
    log: runtime.log,
  });
  const tooLong = { code: -32600, message: `A line is longer than ${LINE_BYTES_MAX} bytes.` };
  const limitMemory = limitHeap(() => process.getBuiltinModule('node:v8'));
  const lines = createLineReader({
    bytesMax: LINE_BYTES_MAX,
    onLine(line) {
      limitMemory();
      session.receive(line);
    },
    onTooLong: () => writer.send({ id: null, error: tooLong }),
  });
  process.once('exit', writer.flush);
  const end = (): never => exitAtOnce(0, process);
  watchParent(() => end());
  process.stdout.on('error', () => end());
  // The bridge goes on where nobody reads its log.
  process.stderr.on('error', () => {});
  for (const signal of endSignals(thisPlatform())) {
    process.on(signal, () => end());
  }
  if (process.stdin.isTTY) process.stderr.write(terminalHint);
  await readAll(lines, writer);
  session.inputEnded();
  tools.stop();
  setTimeout(() => void inFlight.handedOn().then(end), LAST_RESPONSES_MS).unref();
  setTimeout(() => end(), LAST_ANSWERS_MS).unref();
  await inFlight.idle();
  writer.flush();
  await writer.ready();
  return end();
}

/** By events: a loop over the stream costs each message some promises more. */
function readAll(lines: LineReader, writer: MessageWriter): Promise<void> {
  const { stdin } = process;
  let unreadBytes = 0;
  return new Promise((resolve, reject) => {
    stdin.on('data', (chunk: Buffer) => {
      lines.push(chunk);
      unreadBytes += chunk.length;
      if (unreadBytes < UNREAD_BYTES_MAX) return;
      unreadBytes = 0;
      stdin.pause();
      void writer.ready().then(() => stdin.resume());
    });
    stdin.on('end', () => {
      lines.end();
      // By then what was read last is under way, also the answer to a form.
      setImmediate(resolve);
    });
    stdin.on('error', reject);
  });
}

/** Detects a parent that died without closing our stdin: another process is our parent then. */
function watchParent(onGone: () => void): void {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent) onGone();
  }, PARENT_CHECK_MS).unref();
}

/** A person may read the log on a terminal: names in it come from the assistant and the service. */
function logLine(facts: JsonObject): string {
  return escapeForTerminalJson(JSON.stringify(facts));
}

function runtimeOf({ target, verbose }: BridgeOptions): BridgeRuntime {
  const { env } = process;
  const platform = thisPlatform();
  refuseRelativeFolders(env, platform);
  const folders = foldersOf(env, platform, homeFolder(env, platform));
  const log: BridgeRuntime['log'] = (event, facts = {}) => {
    if (verbose)
      process.stderr.write(`${logLine({ at: new Date().toISOString(), event, ...facts })}\n`);
  };
  return {
    environment: profileEnvironment(env, target.profile),
    node: process.execPath,
    atExit(act) {
      process.once('exit', act);
      return () => void process.off('exit', act);
    },
    folders,
    readTextFile,
    clock: withOneTimer(steadyClock, () => performance.now()),
    random: Math.random,
    version: manifest.version,
    beforeConnecting: () => limitCompilers(process.getBuiltinModule),
    log,
    logRequest: verbose ? (line) => log('request', { line }) : undefined,
  };
}
