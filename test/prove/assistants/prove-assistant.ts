import { mkdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { type FleetRun, runFleet } from '../../support/run-fleet.ts';
import type { Finding } from '../findings.ts';
import type { Service } from '../network/service.ts';
import type { ProvedAssistant } from './assistant.ts';
import { startScriptedModel } from './model/scripted-model.ts';
import { type ProgramRun, runProgram } from './run-program.ts';
import { SCRIPT, seenByModel } from './seen-by-model.ts';

const LIMIT_MS = 240_000;

/** Adds the bridge to an assistant by `fleet mcp install` and looks what its model can do with it. */
export async function proveAssistant(
  assistant: ProvedAssistant,
  words: readonly string[],
  { home, service }: { readonly home: string; readonly service: Service },
): Promise<readonly Finding[]> {
  mkdirSync(home, { recursive: true });
  const model = await startScriptedModel(SCRIPT);
  const place = { home, modelUrl: model.url };
  const env = { ...ownEnvironment(home), ...assistant.environment(place) };
  const run = (args: readonly string[]): Promise<ProgramRun> =>
    runProgram([...words, ...args], { cwd: home, env, limitMs: LIMIT_MS });
  const name = `${assistant.npmPackage} ${assistant.version}`;
  try {
    assistant.prepare(place);
    const installed = await installEntry(assistant, { home, service });
    const isWritten = installed.code === 0;
    const written = isWritten ? 'by mcp install' : installed.stderr.trim();
    const entry = { subject: name, shows: 'entry written', isRight: isWritten, seen: written };
    if (!isWritten) return [entry];
    const listed = seenInList(assistant, await run(assistant.list));
    const asked = await run(assistant.ask('Go through the script.'));
    const seen = await seenByModel(model, { assistant, asked, service });
    return [entry, ...[listed, ...seen].map((each) => ({ subject: name, ...each }))];
  } finally {
    model.close();
  }
}

/** Nothing of the person who runs the proof: no account, no key, no setting. */
function ownEnvironment(home: string): Record<string, string> {
  const { PATH = '', SystemRoot } = process.env;
  const needed = { PATH, HOME: home, USERPROFILE: home, TERM: 'dumb', NO_COLOR: '1' };
  return SystemRoot === undefined ? needed : { ...needed, SystemRoot };
}

/** Logs in and adds the entry, in the folders that the assistant's bridge finds by HOME alone. */
async function installEntry(
  { client }: ProvedAssistant,
  { home, service }: { readonly home: string; readonly service: Service },
): Promise<FleetRun> {
  const env = {
    HOME: home,
    FLEET_CONFIG_DIR: undefined,
    FLEET_CACHE_DIR: undefined,
    FLEET_STATE_DIR: undefined,
  };
  const baseUrl = `http://127.0.0.1:${service.port}`;
  const login = ['auth', 'login', '--base-url', baseUrl, '--key-stdin', '--store', 'file'];
  const loggedIn = await runFleet(login, { env, stdin: service.key, timeoutMs: LIMIT_MS });
  if (loggedIn.code !== 0) return loggedIn;
  // An assistant that cannot ask gets no agreement of its own for what cannot be undone.
  const install = ['mcp', 'install', '--client', client, '--confirm', 'always'];
  return runFleet(install, { env, timeoutMs: LIMIT_MS });
}

function seenInList({ listed, tellsState }: ProvedAssistant, { output }: ProgramRun) {
  const [line] = listed.exec(stripVTControlCharacters(output)) ?? [];
  const shows = tellsState ? 'listed and connected' : 'listed';
  const seen = line?.trim() ?? `no such line: ${output.slice(-300)}`;
  return { shows, isRight: line !== undefined, seen };
}
