import type { Command } from '@oclif/core/command';
import { guardOutput } from '../../terminal/output.ts';
import { PACKAGE, pluginsOf } from './plugins.ts';

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
  const { execute } = await import('@oclif/core/execute');
  const plugins = pluginsOf([{ id, load: async () => unwatched(await load()) }], ROOT);
  await execute({
    args: [id, ...argv],
    loadOptions: { root: ROOT, pjson: PACKAGE, plugins },
  });
}

/** oclif's command class listens on stdout from when it is loaded, and throws out of that listener. */
function unwatched(command: Command.Class): Command.Class {
  guardOutput();
  return command;
}
