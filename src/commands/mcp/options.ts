import { parseArgs } from 'node:util';
import { messageOf } from '../../base/errors.ts';
import type { BridgeOptions, ConfirmMode, QuestionsMode } from '../../bridge/options.ts';
import { type Failure, usageFailure } from '../../contract/failure.ts';
import { MCP_FLAGS } from './flags.ts';

/** Below the minute after which many assistants give a call up. */
const DEFAULT_WAIT_SECONDS = 50;
const WAIT_SECONDS_MAX = 240;
const CONFIRM_MODES: readonly ConfirmMode[] = ['auto', 'always', 'never'];
const QUESTIONS_MODES: readonly QuestionsMode[] = ['auto', 'never'];

/**
 * Reads the arguments after `fleet mcp` by its flag table, without oclif: an assistant waits for the
 * bridge to start. Throws `Failure` usage, which names the flag.
 */
export function readBridgeOptions(argv: readonly string[]): BridgeOptions {
  const values = parseFlags(argv);
  const confirm = oneOf('confirm', values.confirm ?? 'auto', CONFIRM_MODES);
  const questions = oneOf('questions', values.questions ?? 'auto', QUESTIONS_MODES);
  return {
    target: { profile: values.profile, 'base-url': values['base-url'] },
    readOnly: values['read-only'] ?? false,
    allow: checkedGlobs('allow', values.allow),
    deny: checkedGlobs('deny', values.deny),
    maxWaitSeconds: waitSeconds(values['max-wait']),
    confirm,
    questions,
    verbose: values.verbose ?? false,
  };
}

/** The rows of the flag table as `parseArgs` takes them. */
type ParseArgsOptions = {
  [Name in keyof typeof MCP_FLAGS]: {
    readonly type: (typeof MCP_FLAGS)[Name]['type'] extends 'boolean' ? 'boolean' : 'string';
    readonly multiple: (typeof MCP_FLAGS)[Name] extends { multiple: true } ? true : false;
  };
};

function parseFlags(argv: readonly string[]) {
  const rows = Object.entries(MCP_FLAGS).map(([name, flag]) => [
    name,
    { type: flag.type === 'boolean' ? 'boolean' : 'string', multiple: 'multiple' in flag },
  ]);
  const options = Object.fromEntries(rows) as ParseArgsOptions;
  try {
    return parseArgs({ args: [...argv], strict: true, allowPositionals: false, options }).values;
  } catch (error) {
    throw usageFailure(
      'The arguments of fleet mcp are not valid',
      messageOf(error),
      'See fleet mcp --help.',
    );
  }
}

function checkedGlobs(flag: 'allow' | 'deny', globs: readonly string[] = []): readonly string[] {
  const server = globs.find((glob) =>
    glob.split(/[\s{},]+/).some((name) => SERVER_ALONE.test(name)),
  );
  if (server !== undefined) throw noTool(flag, server);
  const wrong = globs.find((glob) => !GLOB_OF_NAME.test(glob));
  if (wrong === undefined) return globs;
  const other = flag === 'allow' ? 'deny' : 'allow';
  throw invalidValue(
    flag,
    wrong,
    `names of tools, with * for any part, also with ?, [ab] and {a,b}, and one --${flag} for each. ` +
      `What ! would leave out stands in --${other}`,
  );
}

/**
 * What means the same in every spelling of a name. A negation or a group would match, and a list in one
 * word, a quote or half a brace name no tool: what is to be left out would be offered. A range as {8..12}
 * the matcher takes for the characters between.
 */
const GLOB_OF_NAME =
  /^(?:[\w.:/*?-]|\[[\w.:/-]+\]|\{(?=[^}]*,)(?![^}]*\.\.)(?:[\w.:/*?,\s-]|\[[\w.:/-]+\])+\}|\{\w\.\.\w\})+$/;

/** What stands before a tool's name, alone, which matches none (`SERVER` in `bridge/tools/tool-filter.ts`). */
const SERVER_ALONE = /^(?:mcp__(?:(?!__).)+(?:__)?|(?:mcp_)?fleet(?:__|[:./_-])?)$/i;

function noTool(flag: string, value: string): Failure {
  return usageFailure(
    `--${flag} is not valid`,
    `--${flag} is ${JSON.stringify(value)}, which names the server and no tool; allowed are names of ` +
      'tools, as delete_skill or mcp__fleet__delete_skill, or * for every tool.',
  );
}

function oneOf<Mode extends string>(flag: string, typed: string, modes: readonly Mode[]): Mode {
  const mode = modes.find((each) => each === typed);
  if (mode === undefined) throw invalidValue(flag, typed, modes.join(', '));
  return mode;
}

function waitSeconds(text: string | undefined): number {
  if (text === undefined) return DEFAULT_WAIT_SECONDS;
  if (/^\d{1,3}$/.test(text) && Number(text) <= WAIT_SECONDS_MAX) return Number(text);
  throw invalidValue('max-wait', text, `whole seconds from 0 to ${WAIT_SECONDS_MAX}`);
}

function invalidValue(flag: string, value: string, allowed: string): Failure {
  return usageFailure(
    `--${flag} is not valid`,
    `--${flag} is ${JSON.stringify(value)}; allowed are ${allowed}.`,
  );
}
