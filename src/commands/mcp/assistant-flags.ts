import { realpathSync } from 'node:fs';
import { homeFolder } from '../../base/paths/home-folder.ts';
import { lastingPath } from '../../base/paths/lasting-path.ts';
import type { UserPlace } from '../../base/paths/user-folders.ts';
import { thisPlatform } from '../../base/platform.ts';
import type { AssistantId } from '../../bridge/assistants/assistants.ts';
import type { RunningProgram } from '../../bridge/assistants/entry.ts';
import { usageFailure } from '../../contract/failure.ts';
import type { Flag } from '../flag-table.ts';
import type { Runtime } from '../runtime.ts';

/** The values of `--client`; the type makes the compiler compare them with the bridge's list. */
const CLIENTS: Readonly<Record<AssistantId, true>> = {
  'claude-desktop': true,
  'claude-code': true,
  cursor: true,
  vscode: true,
  windsurf: true,
  codex: true,
  gemini: true,
  zed: true,
  opencode: true,
  copilot: true,
};

const CLIENT_NAMES = Object.keys(CLIENTS);

/** Names that every assistant accepts for a server. */
const NAME_SHAPE = /^[A-Za-z0-9_-]{1,60}$/;

export const CLIENT_FLAG = {
  type: 'option',
  required: true,
  helpValue: CLIENT_NAMES.join('|'),
  description: 'The assistant.',
} as const satisfies Flag;

export const ANY_CLIENT_FLAG = {
  type: 'option',
  helpValue: CLIENT_NAMES.join('|'),
  description: 'Only this assistant; else all of them.',
} as const satisfies Flag;

export const NAME_FLAG = {
  type: 'option',
  default: 'fleet',
  helpValue: 'NAME',
  description: 'Name of the entry.',
} as const satisfies Flag;

/** The assistant by its name. Throws `Failure` usage, which lists the names. */
export function clientOf(typed: unknown): AssistantId {
  if (isClient(typed)) return typed;
  throw usageFailure(
    'Unknown assistant',
    `--client is ${JSON.stringify(typed)}; allowed are ${CLIENT_NAMES.join(', ')}.`,
  );
}

/** Checks the name of an entry. Throws `Failure` usage. */
export function entryNameOf(typed: unknown): string {
  if (typeof typed === 'string' && NAME_SHAPE.test(typed) && !(typed in {})) return typed;
  throw usageFailure(
    '--name is not valid',
    `--name is ${JSON.stringify(typed)}; allowed are 1 to 60 letters, digits, - and _, and not a name that every object has, such as "constructor".`,
  );
}

/** What decides where this user's configuration files are. */
export function userPlace({ environment }: Runtime): UserPlace {
  const platform = thisPlatform();
  return { platform, home: homeFolder(environment, platform), environment };
}

/** The running program by paths that stay: the real ones when a link is changed, but for those of a version. */
export function runningProgram(): RunningProgram {
  const named = process.argv[1] ?? '';
  return {
    node: lastingPath(realpathSync(process.execPath)),
    entryFile: lastingPath(realpathSync(named), named),
  };
}

function isClient(typed: unknown): typed is AssistantId {
  return typeof typed === 'string' && Object.hasOwn(CLIENTS, typed);
}
