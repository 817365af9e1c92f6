import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/** Which runners are ready, as of the last check at `checked_at`; `refresh` checks them now. */
export const runnersGet = defineCommand({
  type: 'runners.get',
  args: z.strictObject({ refresh: z.boolean().default(false) }),
  async run({ checks: { runners } }, { refresh }) {
    const { value, at } = await (refresh ? runners.refresh() : runners.last());
    return { checked_at: at, runners: value };
  },
});
