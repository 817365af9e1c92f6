import { z } from 'zod';
import type { ProtocolCommand } from '../../contract/command-type.ts';
import { integer, text } from '../catalogue/input-fields.ts';

type Arguments = Readonly<Record<string, unknown>>;

const none = z.strictObject({});
const refresh = z.boolean().describe('Check again instead of giving the last result.').optional();

/** The named arguments of each type that `send_command` takes (specification, "Protocol command types"). */
export const PROTOCOL_ARGS: Readonly<Record<ProtocolCommand, z.ZodType<Arguments>>> = {
  ping: none,
  'health.get': z.strictObject({
    deep: z.boolean().describe('Also the checks that take long.').optional(),
    refresh,
  }),
  'runners.get': z.strictObject({ refresh }),
  'logs.tail': z.strictObject({
    lines: integer(1, 1000, 'How many of the last lines.').optional(),
  }),
  'config.get': none,
  'config.patch': z
    .strictObject({
      set: z
        .record(z.string(), z.unknown())
        .describe('Settings to write, by their dotted name.')
        .optional(),
      unset: z
        .array(text(1, 200, 'A dotted name.'))
        .describe('Settings to remove.')
        .optional(),
    })
    .refine(({ set, unset }) => set !== undefined || unset !== undefined, {
      error: 'One of `set` and `unset` is needed.',
    }),
  'service.status': none,
  'service.restart': z.strictObject({
    when: z.enum(['idle', 'now']).describe('Once no job runs, or at once.').optional(),
  }),
  'update.check': none,
  'update.install': none,
  'schedules.list': none,
  'schedule.run': z.strictObject({ name: text(1, 200, "The schedule's name.") }),
  'stats.get': z.strictObject({
    since: z
      .union([z.iso.datetime({ offset: true }), z.iso.date()])
      .describe('Only what happened at or after this time or date.')
      .optional(),
  }),
  'secret.list': none,
  'expose.status': none,
  'job.list': none,
  'delivery.list': none,
};
