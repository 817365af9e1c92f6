import { once } from 'node:events';
import { usageFailure } from '../contract/failure.ts';
import { HOLD_SECONDS_MAX } from '../contract/limits.ts';
import { databaseWords } from '../render/database-words.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { DATA_FLAG, DATABASE_FLAG, databaseUrl, dataFolder, demoFolder } from './database-flags.ts';
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
    demo: {
      type: 'boolean',
      description: 'Create keys and start four demonstration machines; --data is then demo/.',
    },
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
    const isJson = flags['json'] === true;
    const isDemo = flags['demo'] === true;
    const data = (isDemo ? demoFolder : dataFolder)(this.runtime, flags['data']);
    const database = databaseUrl(this.runtime, {
      data: flags['data'],
      database: flags['database'],
    });
    const demo = isDemo ? await demoOn(data, database) : undefined;
    if (demo !== undefined && !isJson) await this.runtime.stderr.write(beginning(data, demo.isNew));
    const server = await startServer({
      listen: flags['listen'],
      dataFolder: data,
      database,
      demo: isDemo,
      isOwnDemo: isDemo,
      withoutKeys: !isJson,
      ...(demo && { clock: demo.clock, keptKeys: demo.keptKeys }),
      public: flags['public'] === true,
      publicUrl: flags['public-url'],
      log: process.stderr,
      logLevels: flags['log'] === true ? ['info', 'warn', 'error'] : ['error'],
      enforcePlans: flags['enforce-plans'] === true,
      ...(maxHoldSeconds === undefined ? {} : { maxHoldSeconds }),
    });
    const stopMachines = (await demo?.start(server, signal)) ?? (async () => {});
    const { baseUrl, keys } = server;
    const named = flags['data'] ?? (isDemo && database === undefined ? data : undefined);
    const on = databaseWords({ data: named, database: flags['database'] });
    // The address may hold a password, so no command that is printed has it.
    const isByVariable = database !== undefined && flags['database'] === undefined;
    const where = isByVariable ? ' where FLEET_DATABASE_URL is set as here' : '';
    if (!signal.aborted)
      await this.runtime.stdout.write(
        isJson ? jsonLine(baseUrl, keys) : line(baseUrl, keys, { on, where }),
      );
    if (!isJson && (!isDemo || database !== undefined))
      await this.runtime.stderr.write(`Its data: ${databaseTitle(database) ?? data}\n`);
    if (server.keepsHistory) await this.runtime.stderr.write(keepsHistory({ on, where }));
    if (!signal.aborted) await once(signal, 'abort');
    // The machines send one last sync, and the server responds to the requests that it holds.
    await Promise.all([stopMachines(), server.close()]);
  }
}

/** What names the database in a command that is printed, and where the command is to be run. */
interface OnDatabase {
  readonly on: string;
  readonly where: string;
}

/** Without its user and password. */
function databaseTitle(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  if (url === null) return undefined;
  const host = url.host || url.searchParams.get('host');
  return `the PostgreSQL database ${url.pathname.slice(1)}${host ? ` at ${host}` : ''}`;
}

/** For a database from before there was a rule; said by one start of it. */
const keepsHistory = ({ on, where }: OnDatabase) =>
  'This database keeps jobs, deliveries, alerts and the audit log for ever, until a rule is set' +
  `${where}: fleet admin org set --keep-jobs 90 --keep-deliveries 90 --keep-alerts 90 --keep-audit 400${on}\n`;

function holdSeconds(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (/^\d{1,3}$/.test(text) && Number(text) <= HOLD_SECONDS_MAX) return Number(text);
  throw usageFailure(
    '--max-hold is not valid',
    `--max-hold is ${JSON.stringify(text)}; allowed is a whole number from 0 to ${HOLD_SECONDS_MAX}.`,
  );
}

/** It takes its time before the server is ready. */
function beginning(data: string, isNew: boolean): string {
  const what = isNew
    ? 'Four machines work through a week of the demonstration, which takes about ten seconds.'
    : 'The demonstration goes on where it ended; to begin it anew, remove its folder first.';
  return `${what}\nIt has a folder of its own: ${data}\n`;
}

async function demoOn(data: string, database: string | undefined) {
  const { prepareDemo } = await import('../demo/lived-in.ts');
  return prepareDemo({ data, isElsewhere: database !== undefined });
}

function jsonLine(baseUrl: string, keys: object | undefined): string {
  return `${JSON.stringify({ base_url: baseUrl, ...(keys && { keys }) })}\n`;
}

function line(baseUrl: string, keys: object | undefined, { on, where }: OnDatabase): string {
  const create = `fleet admin key create --name me --scope fleet:admin${on} -o raw --query key`;
  const logIn =
    `Log in${where}: ${create} | fleet auth login --base-url ${baseUrl} --key-stdin\n` +
    'Without a keychain (a container, over SSH) end that line with --store file.\n';
  const made = Object.entries(keys ?? {}).map(([scope, key]) => `  ${scope}: ${key}\n`);
  return `fleet serves ${baseUrl}. ${logIn}${made.length > 0 ? `Keys:\n${made.join('')}` : ''}`;
}
