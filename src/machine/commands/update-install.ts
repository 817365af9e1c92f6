import { noArgs } from './command-args.ts';
import { defineCommand } from './define-command.ts';

/** Installs nothing, since this version is the newest that the machine can get, and says so. */
export const updateInstall = defineCommand({
  type: 'update.install',
  args: noArgs,
  async run({ service: { version } }) {
    return { installed: false, version, message: `${version} is already the newest version` };
  },
});
