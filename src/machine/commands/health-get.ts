import { z } from 'zod';
import { defineCommand } from './define-command.ts';

/**
 * The health checks; `deep` also tries a shell and the folder. With `refresh` they are made now,
 * without it the last results are given, made at `checked_at`.
 */
export const healthGet = defineCommand({
  type: 'health.get',
  args: z.strictObject({ deep: z.boolean().default(false), refresh: z.boolean().default(false) }),
  async run(machine, { deep, refresh }) {
    const health = deep ? machine.checks.deepHealth : machine.checks.health;
    const { value: checks, at } = await (refresh ? health.refresh() : health.last());
    const states = new Set(checks.map((check) => check.state));
    const status = states.has('failing') ? 'failing' : states.has('warning') ? 'warning' : 'ok';
    return { status, checked_at: at, checks };
  },
});
