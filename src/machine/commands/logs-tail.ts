import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/** The last lines of the machine's own log, oldest first. */
export const logsTail = defineCommand({
  type: 'logs.tail',
  args: z.strictObject({ lines: z.int().min(1).max(1000).default(100) }),
  async run(machine, { lines }) {
    return { lines: await machine.log.tail(lines) };
  },
});
