import { defineCommand, noArgs } from './define-command.ts';

/** `fleet.yaml` as it is, and why it is not used where it is not valid. */
export const configGet = defineCommand({
  type: 'config.get',
  args: noArgs,
  async run(machine) {
    const { text, problem } = await machine.config.read();
    return { config: text, problem: problem ?? null };
  },
});
