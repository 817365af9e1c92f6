import { z } from 'zod';
import { defineCommand } from './define-command.ts';

const settingPath = z
  .string()
  .max(200)
  .regex(
    /^[a-z0-9_]+(\.[a-z0-9_]+)*$/i,
    'must be a path such as max_running_jobs or runners.shell.ready',
  );

/** Changes settings of `fleet.yaml`, except those of the machine's own policy. */
export const configPatch = defineCommand({
  type: 'config.patch',
  args: z
    .strictObject({
      set: z.record(settingPath, z.unknown()).default({}),
      unset: z.array(settingPath).max(100).default([]),
    })
    .refine(({ set, unset }) => Object.keys(set).length + unset.length > 0, {
      message: 'set or unset must name a setting',
    }),
  async run(machine, patch) {
    const { text } = await machine.config.patch(patch);
    return { config: text, changed: [...Object.keys(patch.set), ...patch.unset] };
  },
});
