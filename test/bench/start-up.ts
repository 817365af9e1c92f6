import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CERTIFICATE } from '../support/network/test-certificate.ts';
import { startCatalogueServer } from './catalogue-server.ts';
import { keychainContender } from './keychain.ts';
import { atMost, type Measurement } from './measurement.ts';
import { peers } from './peers.ts';
import { agedCatalogue, withoutCaches } from './start-up-states.ts';
import { besideBareNode, type Contender } from './whole-process.ts';

const FLEET = fileURLToPath(new URL('../../bin/run.js', import.meta.url));
const LARGE = 5000;
const LARGER_COSTS = 0.1;

/** `fleet` from its start to its end in every state of its caches, beside bare Node and beside its peers. */
export async function benchStartUp(): Promise<readonly Measurement[]> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-bench-'));
  const servers = {
    plain: await startCatalogueServer(),
    tls: await startCatalogueServer({ isTls: true }),
    large: await startCatalogueServer({ operations: LARGE }),
  };
  const keychain = await keychainContender(servers.plain.baseUrl, folder);
  const others = peers();
  try {
    const contenders = [
      ...warm(servers.plain.baseUrl, folder),
      ...inOtherStates(servers, folder),
      ...keychain.contenders,
      ...others.contenders,
    ];
    return [...besideBareNode(contenders), ...keychain.notMeasured, ...others.notMeasured];
  } finally {
    for (const server of Object.values(servers)) server.stop();
    await keychain.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

const LIST = ['cloud', 'list-machines'];

function fleet(...args: readonly string[]): readonly string[] {
  return [process.execPath, FLEET, ...args];
}

/** With an environment of its own: its caches are what it made itself. */
function environmentOf(baseUrl: string, cache: string): NodeJS.ProcessEnv {
  return {
    FLEET_CACHE_DIR: cache,
    FLEET_BASE_URL: baseUrl,
    FLEET_API_KEY: 'bench-key',
    FLEET_OUTPUT: 'json',
  };
}

function warm(baseUrl: string, folder: string): readonly Contender[] {
  const environment = environmentOf(baseUrl, join(folder, 'warm'));
  const contenders: readonly Omit<Contender, 'environment'>[] = [
    { name: 'fleet --version', command: fleet('--version'), limit: atMost(1.05) },
    { name: HELP, command: fleet(...LIST, '--help'), limit: atMost(1.4) },
    { name: COMPLETION, command: fleet('__complete', 'cloud', 'list-m'), limit: atMost(1.4) },
    // The call is before the completion of the names that it tells.
    { name: CALL, command: fleet(...LIST), limit: atMost(2) },
    {
      name: LIVE_COMPLETION,
      command: fleet('__complete', 'cloud', 'get-machine', 'b'),
      limit: atMost(1.4),
    },
    { name: `${CALL} -o table`, command: fleet(...LIST, '-o', 'table'), limit: atMost(2.2) },
  ];
  return contenders.map((contender) => ({ ...contender, environment }));
}

const CALL = 'fleet cloud list-machines';
const HELP = `${CALL} --help`;
const COMPLETION = 'fleet __complete cloud list-m';
const LIVE_COMPLETION = 'fleet __complete cloud get-machine b';

interface Servers {
  readonly plain: { readonly baseUrl: string };
  readonly tls: { readonly baseUrl: string };
  readonly large: { readonly baseUrl: string };
}

function inOtherStates({ plain, tls, large }: Servers, folder: string): readonly Contender[] {
  const certificate = join(folder, 'certificate.pem');
  writeFileSync(certificate, CERTIFICATE);
  const aged = join(folder, 'aged');
  const first = join(folder, 'first');
  const ofLarge = environmentOf(large.baseUrl, join(folder, 'large'));
  const larger = (name: string, ...args: readonly string[]): Contender => ({
    name: `${name}, ${LARGE} operations`,
    command: fleet(...args),
    environment: ofLarge,
    beside: { name, more: LARGER_COSTS },
  });
  return [
    {
      name: `${CALL}, over TLS`,
      command: fleet(...LIST),
      environment: {
        ...environmentOf(tls.baseUrl, join(folder, 'tls')),
        NODE_EXTRA_CA_CERTS: certificate,
      },
      limit: atMost(3.1),
    },
    {
      name: `${CALL}, after the catalogue's hour`,
      command: fleet(...LIST),
      environment: environmentOf(plain.baseUrl, aged),
      prepare: () => agedCatalogue(aged),
      limit: atMost(2.1),
    },
    {
      name: `${CALL}, the very first run`,
      command: fleet(...LIST),
      environment: environmentOf(plain.baseUrl, first),
      prepare: () => withoutCaches(first),
      limit: atMost(3.5),
    },
    larger(CALL, ...LIST),
    larger(HELP, ...LIST, '--help'),
    larger(COMPLETION, '__complete', 'cloud', 'list-m'),
  ];
}
