import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/**
 * The health checks; `deep` also tries a shell and the folder. Without `refresh` as they were found
 * last, at `checked_at`; with it they are made anew.
 */
export const healthGet = defineCommand({
  type: 'health.get',
  args: z.strictObject({ deep: z.boolean().default(false), refresh: z.boolean().default(false) }),
  async run({ findings }, { deep, refresh }) {
    const health = deep ? findings.deepHealth : findings.health;
    const { value: checks, at } = await (refresh ? health.look() : health.last());
    const states = new Set(checks.map((check) => check.state));
    const status = states.has('failing') ? 'failing' : states.has('warning') ? 'warning' : 'ok';
    return { status, checked_at: at, checks };
  },
});
