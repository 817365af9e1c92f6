import { z } from 'zod';
import { readHealth } from '../report/health.ts';
import { defineCommand } from './machine-command.ts';

/** The health checks; `deep` also tries a shell and the disk. They are made anew every time. */
export const healthGet = defineCommand({
  type: 'health.get',
  args: z.strictObject({ deep: z.boolean().default(false), refresh: z.boolean().default(false) }),
  async run(machine, { deep }) {
    const checks = await readHealth(machine, { deep });
    const states = new Set(checks.map((check) => check.state));
    const status = states.has('failing') ? 'failing' : states.has('warning') ? 'warning' : 'ok';
    return { status, checks };
  },
});
