import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/** Which runners are ready, as found last at `checked_at`; with `refresh` they are looked at anew. */
export const runnersGet = defineCommand({
  type: 'runners.get',
  args: z.strictObject({ refresh: z.boolean().default(false) }),
  async run({ findings: { runners } }, { refresh }) {
    const { value, at } = await (refresh ? runners.look() : runners.last());
    return { checked_at: at, runners: value };
  },
});
