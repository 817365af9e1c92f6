import { noArgs } from './command-args.ts';
import { defineCommand } from './define-command.ts';

/** `fleet.yaml` as it stands, and why it is not in use where it is wrong. */
export const configGet = defineCommand({
  type: 'config.get',
  args: noArgs,
  async run(machine) {
    const { text, problem } = await machine.config.read();
    return { config: text, problem };
  },
});
