import { defineCommand, noArgs } from './define-command.ts';

/** Answers with the machine's time. */
export const ping = defineCommand({
  type: 'ping',
  args: noArgs,
  async run(machine) {
    return { pong: true, time: new Date(machine.clock.now()).toISOString() };
  },
});
