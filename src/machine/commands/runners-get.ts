import { z } from 'zod';
import { readRunners } from '../report/readiness.ts';
import { defineCommand } from './machine-command.ts';

/** Which runners are ready. They are looked at anew every time, so `refresh` changes nothing. */
export const runnersGet = defineCommand({
  type: 'runners.get',
  args: z.strictObject({ refresh: z.boolean().default(false) }),
  async run(machine) {
    return { runners: await readRunners(machine) };
  },
});
