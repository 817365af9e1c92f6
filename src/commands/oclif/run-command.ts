import type { Command } from '@oclif/core/command';
import type { Plugin } from '@oclif/core/interfaces';
import { guardOutput } from '../../terminal/output.ts';
import { VERSION } from '../version.ts';

const ROOT = '/';

/**
 * Runs one command through oclif: its parser, its life cycle, its error hook. The id was found
 * before, so oclif is given this command and looks for nothing.
 */
export async function runWithOclif(
  id: string,
  argv: readonly string[],
  load: () => Promise<Command.Class>,
): Promise<void> {
  nameShellAndHome();
  // It would read a `theme.json` of the user's for help that is not ours, and wait for one that is a pipe.
  process.env['FLEET_DISABLE_THEME'] = '1';
  // Its `execute` would wait at the end for a reader of stdout, whom every write of ours has waited for.
  const { run } = await import('@oclif/core/run');
  const plugins = pluginsOf([{ id, load: async () => unwatched(await load()) }], ROOT);
  await run([id, ...argv], { root: ROOT, pjson: PACKAGE, plugins });
}

/** oclif asks for the user's shell and home, and fails where the system knows no such user, as in many containers. */
function nameShellAndHome(): void {
  const { HOME, SHELL } = process.env;
  if (HOME !== undefined && SHELL !== undefined) return;
  try {
    process.getBuiltinModule('node:os').userInfo();
  } catch {
    process.env['SHELL'] ??= '/bin/sh';
    process.env['HOME'] ??= ROOT;
  }
}

/** oclif's command class listens on stdout from when it is loaded, and throws out of that listener. */
function unwatched(command: Command.Class): Command.Class {
  guardOutput();
  return command;
}

const NAME = 'fleet';

/** What oclif reads of a package.json. `root` needs to name no folder: nothing is looked for on disk. */
const PACKAGE: Plugin['pjson'] = {
  name: NAME,
  version: VERSION,
  oclif: { bin: NAME, dirname: NAME },
};

/** A command that oclif finds by id and loads when it runs. Help does not go through oclif. */
interface LoadableCommand {
  readonly id: string;
  load(): Promise<Command.Class>;
}

/**
 * Plain plugin objects for `run`: with them oclif looks for no plugin, manifest or hook on disk,
 * which is most of its start-up (public API, `Options.plugins`).
 */
function pluginsOf(commands: readonly LoadableCommand[], root: string): Map<string, Plugin> {
  const plugin: Plugin = {
    _base: '',
    alias: NAME,
    commandIDs: commands.map(({ id }) => id),
    commands: commands.map(loadable),
    commandsDir: undefined,
    findCommand: findCommand(commands),
    hasManifest: false,
    hooks: {},
    isRoot: true,
    load: async () => {},
    moduleType: 'module',
    name: NAME,
    options: { root },
    pjson: PACKAGE,
    root,
    topics: [],
    type: 'core',
    valid: true,
    version: VERSION,
  };
  return new Map([[NAME, plugin]]);
}

function loadable({ id, load }: LoadableCommand): Command.Loadable {
  return {
    id,
    aliases: [],
    args: {},
    flags: {},
    hidden: false,
    hiddenAliases: [],
    pluginName: NAME,
    pluginType: 'core',
    load: async () => Object.assign(await load(), { id }),
  };
}

function findCommand(commands: readonly LoadableCommand[]): Plugin['findCommand'] {
  return async (wanted: string) => {
    const found = commands.find(({ id }) => id === wanted);
    if (found === undefined) throw new Error(`no command ${wanted}`);
    return found.load();
  };
}
