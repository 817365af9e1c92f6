import { once } from 'node:events';
import { resolve } from 'node:path';
import { baseUrlText, resolveBaseUrl } from '../profile/resolve-target.ts';
import { sanitiseLine } from '../render/sanitise.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { FleetCommand } from './fleet-command.ts';
import { keepFromProxy } from './machine/keep-from-proxy.ts';
import { rememberServer, requireOwnServer } from './machine/own-server.ts';
import { readToken } from './machine/read-token.ts';
import { rejectedToken } from './machine/rejected-token.ts';
import { oclifFlags } from './oclif/flags.ts';

export default class Machine extends FleetCommand {
  static override readonly summary = 'Run the reference machine in a folder.';
  static override readonly description =
    'Pulls its commands from the server and runs skills/<skill>/SKILL.md in the folder, which fleet ' +
    'machine init writes (fleet help skills). Its token comes from fleet admin machine pair, by ' +
    'FLEET_MACHINE_TOKEN or a file. What happens is on stderr. What its jobs can reach: fleet help server.';
  static override readonly examples = [
    'fleet machine --folder ./build-01',
    'fleet machine --base-url https://fleet.example.com --folder ./build-01 --token-file token',
  ];
  static override readonly flags = oclifFlags({
    'base-url': {
      type: 'option',
      helpValue: 'URL',
      description: 'Where the server is; else FLEET_BASE_URL, else the profile.',
    },
    folder: {
      type: 'option',
      helpValue: 'DIR',
      description: 'Where fleet.yaml, skills/ and jobs/ are (default: the current folder).',
    },
    listen: {
      type: 'option',
      helpValue: 'HOST:PORT',
      description: 'Take webhooks at POST /hooks/<skill> there; port 0 takes a free one.',
    },
    public: {
      type: 'boolean',
      description: 'Let --listen take an address that other computers reach.',
    },
    quiet: { type: 'boolean', description: 'Write nothing but errors to stderr.' },
    'token-file': {
      type: 'option',
      helpValue: 'FILE',
      description:
        'File that holds the token, - for stdin; else FLEET_MACHINE_TOKEN, else token in the folder.',
    },
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const signal = interruptionSignal();
    const baseUrl = resolveBaseUrl(this.runtime, flags).text;
    const folder = resolve(flags['folder'] ?? '.');
    const isNamed = baseUrlText(flags['base-url'], this.runtime.environment) !== undefined;
    if (!isNamed) requireOwnServer(this.runtime, folder, baseUrl);
    const { token, file } = await readToken(this.runtime, { file: flags['token-file'], folder });
    keepFromProxy(baseUrl);
    const { startMachine } = await import('../machine/start.ts');
    const machine = startMachine({
      baseUrl,
      token,
      folder,
      public: flags['public'] === true,
      log: (line) => {
        if (flags['quiet'] !== true) void this.runtime.stderr.write(`${sanitiseLine(line)}\n`);
      },
      ...(flags['listen'] === undefined ? {} : { listen: flags['listen'] }),
    });
    const interrupted = signal.aborted ? Promise.resolve() : once(signal, 'abort');
    try {
      // No server may ever answer.
      await Promise.race([interrupted, machine.ready]);
      if (!signal.aborted) {
        // On a full disk the machine works all the same; its next start is then not looked at.
        await rememberServer(this.runtime, folder, baseUrl).catch(() => undefined);
        const url = machine.webhookUrl();
        const hooks = url === undefined ? '' : ` and takes webhooks at ${url}<skill>`;
        await this.runtime.stdout.write(`fleet machine syncs with ${baseUrl}${hooks}\n`);
        // It ends by itself where the server no longer takes its token.
        await Promise.race([interrupted, machine.done]);
      }
    } catch (error) {
      throw rejectedToken(error, file);
    }
    await machine.stop();
  }
}
