import { once } from 'node:events';
import { usageFailure } from '../contract/failure.ts';
import { HOLD_SECONDS_MAX } from '../contract/limits.ts';
import { databaseWords } from '../render/database-words.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { DATA_FLAG, DATABASE_FLAG, databaseUrl, dataFolder } from './database-flags.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';

export default class Serve extends FleetCommand {
  static override readonly summary =
    'Run the reference server, with its embedded database or on PostgreSQL.';
  static override readonly examples = [
    'fleet serve --data ./server',
    'fleet serve --demo --listen 127.0.0.1:0',
  ];
  static override readonly flags = oclifFlags({
    listen: {
      type: 'option',
      default: '127.0.0.1:8787',
      helpValue: 'HOST:PORT',
      description: 'Where to listen; port 0 picks a free one.',
    },
    data: DATA_FLAG,
    database: DATABASE_FLAG,
    demo: { type: 'boolean', description: 'Create keys and start four demonstration machines.' },
    public: { type: 'boolean', description: 'Allow an address beyond this computer.' },
    'public-url': {
      type: 'option',
      helpValue: 'URL',
      description: 'Where a proxy makes the server reachable; every link it gives begins with it.',
    },
    log: {
      type: 'boolean',
      description: 'Write a JSON line for each request to stderr; without it, for failures only.',
    },
    'max-hold': {
      type: 'option',
      helpValue: 'SECONDS',
      description: `Longest time that a request may wait, 0 to ${HOLD_SECONDS_MAX}.`,
    },
    'enforce-plans': { type: 'boolean', description: "Enforce the plans' limits." },
    json: { type: 'boolean', description: 'Print the line of readiness as JSON.' },
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const signal = interruptionSignal();
    const { startServer } = await import('../server/start.ts');
    const maxHoldSeconds = holdSeconds(flags['max-hold']);
    const data = dataFolder(this.runtime, flags['data']);
    const database = databaseUrl(this.runtime, flags['database']);
    const demo = flags['demo'] === true ? await demoOn(data, database) : undefined;
    const server = await startServer({
      listen: flags['listen'],
      dataFolder: data,
      database,
      demo: demo !== undefined,
      ...(demo && { clock: demo.clock }),
      public: flags['public'] === true,
      publicUrl: flags['public-url'],
      log: process.stderr,
      logLevels: flags['log'] === true ? ['info', 'warn', 'error'] : ['error'],
      enforcePlans: flags['enforce-plans'] === true,
      ...(maxHoldSeconds === undefined ? {} : { maxHoldSeconds }),
    });
    const stopMachines = (await demo?.start(server, signal)) ?? (async () => {});
    const { baseUrl, keys } = server;
    const isJson = flags['json'] === true;
    const on = databaseWords({ data: flags['data'], database: flags['database'] });
    const shown = keys !== undefined && (isJson || flags['demo'] === true) ? keys : undefined;
    if (!signal.aborted)
      await this.runtime.stdout.write(isJson ? jsonLine(baseUrl, shown) : line(baseUrl, shown, on));
    if (server.keepsHistory) await this.runtime.stderr.write(keepsHistory(on));
    if (!signal.aborted) await once(signal, 'abort');
    // The machines send one last sync, and the server responds to the requests that it holds.
    await Promise.all([stopMachines(), server.close()]);
  }
}

/** For a database from before there was a rule; said by one start of it. */
const keepsHistory = (on: string) =>
  'This database keeps jobs, deliveries, alerts and the audit log for ever, until a rule is set: ' +
  `fleet admin org set --keep-jobs 90 --keep-deliveries 90 --keep-alerts 90 --keep-audit 400${on}\n`;

function holdSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text) && Number(text) <= HOLD_SECONDS_MAX) return Number(text);
  throw usageFailure(
    '--max-hold is not valid',
    `--max-hold is ${JSON.stringify(text)}; allowed is a whole number from 0 to ${HOLD_SECONDS_MAX}.`,
  );
}

async function demoOn(data: string, database: string | undefined) {
  const { prepareDemo } = await import('../demo/lived-in.ts');
  return prepareDemo({ data, isElsewhere: database !== undefined });
}

function jsonLine(baseUrl: string, keys: object | undefined): string {
  return `${JSON.stringify({ base_url: baseUrl, ...(keys && { keys }) })}\n`;
}

/** `on` names the database in a command that follows. */
function line(baseUrl: string, keys: object | undefined, on: string): string {
  const named = Object.entries(keys ?? {}).map(([scope, key]) => `  ${scope}: ${key}\n`);
  const create = `fleet admin key create --name me --scope fleet:admin${on} -o raw --query key`;
  const logIn = `${create} | fleet auth login --base-url ${baseUrl} --key-stdin`;
  const next = named.length > 0 ? 'Keys:' : `Log in: ${logIn}`;
  return `fleet serves ${baseUrl}. ${next}\n${named.join('')}`;
}
