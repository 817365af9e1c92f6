import { mkdirSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';
import { type FleetRun, runFleet } from '../../support/run-fleet.ts';
import { HAS_TERMINALS } from '../../support/run-on-terminal.ts';
import type { Finding } from '../findings.ts';
import { countAudited, type Service } from '../network/service.ts';
import type { ProvedAssistant } from './assistant.ts';
import { type ScriptedModel, startScriptedModel } from './model/scripted-model.ts';
import { runOnTerminal, type TypedStep } from './run-on-terminal.ts';
import { type ProgramRun, runProgram } from './run-program.ts';
import { SCRIPT, seenByModel } from './seen-by-model.ts';

const LIMIT_MS = 240_000;
const TERMINAL_LIMIT_MS = 60_000;

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
    const answered = await answer(assistant, words, { home, model, service, env });
    return [entry, ...[listed, ...seen, ...answered].map((each) => ({ subject: name, ...each }))];
  } finally {
    model.close();
  }
}

/** Why nobody can answer a question of this assistant on a terminal; undefined where somebody can. */
export function whyNobodyAnswers({ person }: ProvedAssistant): string | undefined {
  if (typeof person === 'string') return person;
  return HAS_TERMINALS ? undefined : 'there is no program `script` to make a terminal';
}

interface Around {
  readonly home: string;
  readonly model: ScriptedModel;
  readonly service: Service;
  readonly env: Readonly<Record<string, string>>;
}

/** A no in the form itself; an assistant that turns a question down by itself gets other words. */
const SAID_NO = /The person did not agree to disconnect_machine/;

/** Has the model call what cannot be undone twice more, and a person say no and yes on a terminal. */
async function answer(
  { person }: ProvedAssistant,
  words: readonly string[],
  around: Around,
): Promise<readonly Omit<Finding, 'subject'>[]> {
  if (typeof person === 'string' || !HAS_TERMINALS) return [];
  const session = { words: [...words, ...person.args], ...around };
  const no = await say(session, [...person.before, ...person.no]);
  const yes = await say(session, [...person.before, ...person.yes]);
  return [
    {
      shows: 'a no on a terminal does nothing',
      isRight: no.disconnected === 0 && SAID_NO.test(no.seen),
      seen: no.seen,
    },
    {
      shows: 'a yes on a terminal does it, once',
      isRight: yes.disconnected === 1,
      seen: yes.seen,
    },
  ];
}

/** One session, with what the service was asked for by its end. */
async function say(
  { env, home, model, service, words }: Around & { readonly words: readonly string[] },
  steps: readonly TypedStep[],
): Promise<{ readonly disconnected: number; readonly seen: string }> {
  model.begin(SCRIPT.slice(-1));
  const { output } = await runOnTerminal(words, {
    cwd: home,
    env,
    limitMs: TERMINAL_LIMIT_MS,
    steps,
    isDone: () => model.results().length > 0,
  });
  const disconnected = await countAudited(service, 'machine.disconnect');
  const [result = ''] = model.results();
  const seen = `${disconnected} in the audit log; ${result.slice(0, 200) || output.slice(-300)}`;
  return { disconnected, seen };
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
