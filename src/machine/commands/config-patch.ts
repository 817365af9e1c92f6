import { z } from 'zod';
import { PATCHED_SETTINGS_MAX } from '../../contract/limits.ts';
import { defineCommand } from './define-command.ts';

/** More than the whole of a long `fleet.yaml`. */
const SET_CHARS_MAX = 65_536;

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
      set: z
        .record(z.string(), z.unknown())
        .refine((set) => Object.keys(set).length <= PATCHED_SETTINGS_MAX, {
          message: `has more than ${PATCHED_SETTINGS_MAX} settings`,
          abort: true,
        })
        .refine((set) => JSON.stringify(set).length <= SET_CHARS_MAX, {
          message: `is longer than ${SET_CHARS_MAX} characters as JSON`,
          abort: true,
        })
        .pipe(z.record(settingPath, z.unknown()))
        .default({}),
      unset: z.array(settingPath).max(PATCHED_SETTINGS_MAX).default([]),
    })
    .refine(({ set, unset }) => Object.keys(set).length + unset.length > 0, {
      message: 'set or unset must name a setting',
    }),
  async run(machine, patch) {
    const { text } = await machine.config.patch(patch);
    return { config: text, changed: [...Object.keys(patch.set), ...patch.unset] };
  },
});
