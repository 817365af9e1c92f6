import { FleetCommand } from './fleet-command.ts';
import { MCP_FLAGS } from './mcp/flags.ts';
import { oclifFlags } from './oclif/flags.ts';

/** For help and completion: `bin/run.js` starts the bridge from `src/mcp.ts`, without loading this. */
export default class Mcp extends FleetCommand {
  static override readonly summary = 'Serve the tools of the service to an assistant, over stdio.';
  static override readonly description =
    'An assistant starts this command itself: fleet mcp install writes it into its configuration. It ' +
    'starts without a network and reports errors as tool results. Its flags go into that entry, after ' +
    'mcp; they stay when install runs again.';
  static override readonly examples = [
    'fleet mcp install --client cursor',
    "fleet mcp --read-only --deny 'get_job*'",
  ];
  static override readonly flags = oclifFlags(MCP_FLAGS);

  async run(): Promise<void> {
    await this.read();
    await import('../mcp.ts');
    // It ends the process itself, with the assistant.
    await new Promise(() => {});
  }
}
