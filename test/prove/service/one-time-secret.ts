import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createKeyPair, type KeyPair } from '../../../src/sealing/key-pair.ts';
import { seal } from '../../../src/sealing/sealed-box.ts';
import { pickOne } from '../seeded-random.ts';
import type { Deployment } from './deployment.ts';
import { type Findings, type Proof, part, pause } from './proof.ts';
import { type MachineReply, startPullingMachine } from './pulling-machine.ts';
import { send } from './send.ts';
import { makeTenant, type Tenant } from './tenant.ts';

const CLAIMS = 10_000;
const RACERS = 50;
const AT_ONCE = 4;
/** Of so many claims one is made first by somebody whose connection is cut. */
const CUT_EVERY = 10;
const TRIES_MAX = 10;

interface Tally {
  claims: number;
  /** Claims whose value more than one racer got, or none. */
  wrong: number;
  cut: number;
  /** Answers that are neither the value nor `claimed`. */
  others: number;
  readonly sealed: Set<string>;
}

/** Very many race for sealed secrets: one gets each, and then it is nowhere. */
export const oneTimeSecret: Proof = {
  number: 3,
  title: 'one-time secret',
  async prove({ deployment, random, scale }): Promise<Findings> {
    const count = part(CLAIMS, scale, 2);
    const tenant = await makeTenant(deployment, { calls: count * (RACERS + 30) });
    const pair = createKeyPair();
    const sealed = new Map<string, string>();
    const server = (): string => pickOne(random, deployment.servers).baseUrl;
    const machine = startPullingMachine({
      token: tenant.machines[0]?.token ?? '',
      server,
      reply: ({ id }) => sealing(pair, id, sealed),
    });
    const tally: Tally = { claims: 0, wrong: 0, cut: 0, others: 0, sealed: new Set() };
    const worker = async (): Promise<void> => {
      while (tally.claims < count) {
        tally.claims += 1;
        await raceForOne(tenant, { tally, pair, random, server, sealed });
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    await machine.stop();
    const left = await leftIn(deployment, tenant, [...sealed.values()]);
    return {
      done: [
        `${tally.claims} secrets, ${RACERS} racers each over ${deployment.servers.length} ` +
          `server(s); ${tally.cut} were claimed first over a connection that was cut.`,
        deployment.engine === 'sqlite'
          ? 'Looked for the sealed texts in the database file and its journal.'
          : 'Looked for the sealed texts in the rows; the log of PostgreSQL is its operator’s.',
      ],
      figures: [
        {
          name: 'secrets that not exactly one racer got',
          value: tally.wrong,
          limit: { atMost: 0 },
        },
        {
          name: 'answers other than the value and claimed',
          value: tally.others,
          limit: { atMost: 0 },
        },
        { name: 'sealed texts left behind', value: left, limit: { atMost: 0 } },
      ],
    };
  },
};

/** The machine's reply: some secret, sealed to the key. */
function sealing(pair: KeyPair, command: string, sealed: Map<string, string>): MachineReply {
  const box = seal(pair.publicKey, new TextEncoder().encode(`the secret of ${command}`));
  const text = Buffer.from(box).toString('base64url');
  sealed.set(command, text);
  return { result: { command, error: null, result: { state: 'sealed', sealed: text } } };
}

interface Race {
  readonly tally: Tally;
  readonly pair: KeyPair;
  readonly random: () => number;
  readonly server: () => string;
  readonly sealed: ReadonlyMap<string, string>;
}

async function raceForOne(tenant: Tenant, race: Race): Promise<void> {
  const { random, server, tally } = race;
  const key = tenant.key(RACERS + 25);
  const command = await untilSealed(tenant, race, key);
  const isCut = tally.claims % CUT_EVERY === 0;
  if (isCut) {
    tally.cut += 1;
    await claimAndCut(server(), command, { key, afterMs: random() * 4 });
  }
  const answers = await Promise.all(
    Array.from({ length: RACERS }, () => claim(server(), command, key)),
  );
  const values = answers.filter((answer) => answer.body.state === 'sealed');
  const claimed = answers.filter((answer) => answer.body.state === 'claimed');
  tally.others += RACERS - values.length - claimed.length;
  const isRight = values.every(({ body }) => body.sealed === race.sealed.get(command));
  const most = values.length <= 1 && isRight;
  const isUnclear = isCut || answers.some((answer) => answer.isUnclear);
  if (!most || (!isUnclear && values.length === 0)) tally.wrong += 1;
}

/** Asks for a secret and waits until the machine has sealed it. */
async function untilSealed(tenant: Tenant, race: Race, key: string): Promise<string> {
  const recipient_key = Buffer.from(race.pair.publicKey).toString('base64url');
  const asked = await send(race.server(), {
    path: `/api/v1/machines/${tenant.machines[0]?.name}/secrets`,
    bearer: key,
    body: { name: `S_${race.tally.claims}`, recipient_key, force: true },
  });
  const command = asked?.body.command_id;
  const path = `/api/v1/commands/${command}?wait=30`;
  const ended = await send(race.server(), { path, bearer: key });
  if (ended?.body.status !== 'succeeded') throw new Error(`not sealed: ${ended?.text}`);
  return command;
}

/** Claims until the service is available; a claim that was 503 may have been made. */
async function claim(baseUrl: string, command: string, bearer: string) {
  const path = `/api/v1/commands/${command}/claim`;
  for (let tries = 1; ; tries += 1) {
    const answer = await send(baseUrl, { method: 'POST', path, bearer });
    if (answer === undefined) throw new Error('a claim was not answered');
    if (answer.status !== 503 || tries === TRIES_MAX) return { ...answer, isUnclear: tries > 1 };
    await pause(100);
  }
}

/** Sends a claim and cuts the connection, at a moment before, in or after its answer. */
async function claimAndCut(
  baseUrl: string,
  command: string,
  { key, afterMs }: { readonly key: string; readonly afterMs: number },
): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect({ host: hostname, port: Number(port) });
  socket.on('error', () => {});
  await once(socket, 'connect');
  const head = `POST /api/v1/commands/${command}/claim HTTP/1.1`;
  socket.write(`${head}\r\nhost: ${hostname}\r\nauthorization: Bearer ${key}\r\n\r\n`);
  await new Promise((resolve) => setTimeout(resolve, afterMs));
  socket.destroy();
}

/** How many of the sealed texts the database has still. */
async function leftIn(
  { engine, folder, sql }: Deployment,
  { organisation }: Tenant,
  texts: readonly string[],
): Promise<number> {
  const [row] = await sql(
    `select count(*) as count from sealed_secrets
     where organisation = ${organisation} and sealed is not null`,
  );
  if (engine === 'postgres') return row.count;
  await sql('pragma wal_checkpoint(truncate)');
  const paths = ['fleet.db', 'fleet.db-wal'].map((name) => join(folder, name));
  const bytes = paths.filter(existsSync).map((path) => readFileSync(path, 'latin1'));
  return row.count + texts.filter((text) => bytes.some((file) => file.includes(text))).length;
}
