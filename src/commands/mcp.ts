import { SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';

/** For help and completion; `bin/run.js` starts the bridge itself, without loading any of this. */
export default class Mcp extends FleetCommand {
  static override readonly summary = 'Serve the tools of the service to an assistant, over stdio.';
  static override readonly description =
    'An assistant starts this command itself: fleet mcp install writes it into its configuration. It ' +
    'is up without network, and says in results what is wrong. Its flags go into that entry, after ' +
    'mcp; they stay when install runs again.';
  static override readonly examples = [
    'fleet mcp install --client cursor',
    "fleet mcp --read-only --deny 'get_job*'",
  ];
  static override readonly flags = oclifFlags({
    'read-only': { type: 'boolean', description: 'Offer only what reads.' },
    allow: {
      type: 'option',
      multiple: true,
      helpValue: 'GLOB',
      description: 'Offer only tools of these names.',
    },
    deny: {
      type: 'option',
      multiple: true,
      helpValue: 'GLOB',
      description: 'Never offer tools of these names; wins over --allow.',
    },
    'max-wait': {
      type: 'option',
      helpValue: 'SECONDS',
      description: 'Longest wait that a call may ask of the service; 50 without it.',
    },
    confirm: {
      type: 'option',
      helpValue: 'auto|always|never',
      description:
        'Before what cannot be undone: ask the person where the assistant can ask, and leave it to its own ' +
        'approval where not (auto, the default); ask, and refuse where it cannot (always); do not ask (never).',
    },
    profile: SERVICE_FLAGS.profile,
    'base-url': SERVICE_FLAGS['base-url'],
    verbose: {
      ...SERVICE_FLAGS.verbose,
      description: 'Log requests and calls on stderr, a line of JSON each, without the key.',
    },
  });

  async run(): Promise<void> {
    await this.read();
    await import('../bridge/start.ts');
    // It ends the process itself, with the assistant.
    await new Promise(() => {});
  }
}
