import { defineCommand, noArgs } from './define-command.ts';

/** Whether there is a newer version. There is none: the reference machine comes with its package. */
export const updateCheck = defineCommand({
  type: 'update.check',
  args: noArgs,
  async run({ service: { version } }) {
    return { version, latest: version, update_available: false };
  },
});

/** Installs nothing, since there is no newer version, and says so. */
export const updateInstall = defineCommand({
  type: 'update.install',
  args: noArgs,
  async run({ service: { version } }) {
    return { installed: false, version, message: `${version} is already the newest version` };
  },
});
