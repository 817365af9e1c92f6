import { z } from 'zod';
import type { ProtocolCommand } from '../../contract/command-type.ts';
import { PATCHED_SETTINGS_MAX } from '../../contract/limits.ts';
import { integer, text } from '../catalogue/input-fields.ts';

const none = z.strictObject({});
const refresh = z.boolean().describe('Check again instead of giving the last result.').optional();

/** The named arguments of each type that `send_command` takes (specification, "Protocol command types"). */
export const PROTOCOL_ARGS: Readonly<Record<ProtocolCommand, z.ZodObject>> = {
  ping: none,
  'health.get': z.strictObject({
    deep: z.boolean().describe('Also the checks that take long.').optional(),
    refresh,
  }),
  'runners.get': z.strictObject({ refresh }),
  'logs.tail': z.strictObject({
    lines: integer(1, 1000, 'How many of the last lines; 100 without it.').optional(),
  }),
  'config.get': none,
  'config.patch': z
    .strictObject({
      set: z
        .record(z.string(), z.unknown())
        .refine((settings) => Object.keys(settings).length <= PATCHED_SETTINGS_MAX)
        .meta({
          maxProperties: PATCHED_SETTINGS_MAX,
          description: 'Settings to write, by their dotted name.',
        })
        .optional(),
      unset: z
        .array(text(1, 200, 'A dotted name.'))
        .max(PATCHED_SETTINGS_MAX)
        .describe('Settings to remove.')
        .optional(),
    })
    .refine(({ set, unset }) => set !== undefined || unset !== undefined, {
      error: 'One of `set` and `unset` is needed.',
    }),
  'service.status': none,
  'service.restart': z.strictObject({
    when: z
      .enum(['idle', 'now'])
      .describe('Once no job runs (so without it), or at once.')
      .optional(),
  }),
  'update.check': none,
  'update.install': none,
  'schedules.list': none,
  'schedule.run': z.strictObject({ name: text(1, 200, "The schedule's name.") }),
  'stats.get': z.strictObject({
    since: z
      .union([z.iso.datetime({ offset: true }), z.iso.date()])
      .describe(
        'Only what happened at or after this ISO 8601 time (with its offset) or date; the last day without it.',
      )
      .optional(),
  }),
  'secret.list': none,
  'expose.status': none,
  'job.list': none,
  'delivery.list': none,
};

/** What each type does, in a sentence. */
export const COMMAND_PURPOSES: Readonly<Record<ProtocolCommand, string>> = {
  ping: 'Asks whether the machine answers.',
  'health.get': 'The health checks, each with its fix.',
  'runners.get': 'Which runners are there and ready.',
  'logs.tail': "The last lines of the machine's log.",
  'config.get': "The machine's configuration file.",
  'config.patch': 'Changes settings of the configuration file; one of `set` and `unset` is needed.',
  'service.status': 'How long the machine has run, its version and what it runs now.',
  'service.restart': 'Restarts the machine.',
  'update.check': 'Whether there is a newer version.',
  'update.install': 'Installs the newer version.',
  'schedules.list': 'The schedules, each with its next and its last run.',
  'schedule.run': 'Runs a schedule now.',
  'stats.get': "The machine's own statistics.",
  'secret.list': 'The names of the secrets and whether each is set, never a value.',
  'expose.status': 'How webhooks reach the machine.',
  'job.list': 'The jobs that the machine knows.',
  'delivery.list': 'The webhooks that the machine received.',
};
