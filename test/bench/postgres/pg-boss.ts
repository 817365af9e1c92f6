import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { folderOfPeer } from '../peers.ts';

const PEER = { name: 'pg-boss', version: '10.4.2' };
const QUEUE = 'bench';

/** The part of pg-boss that is measured. */
interface Boss {
  start(): Promise<unknown>;
  createQueue(name: string): Promise<void>;
  send(name: string, data: object): Promise<string | null>;
  on(event: 'error', listener: () => void): unknown;
  stop(): Promise<void>;
}

interface PeerQueue {
  /** Enqueues one job, as `run_skill` does. */
  enqueue(): Promise<unknown>;
  stop(): Promise<void>;
}

/** pg-boss on this database; undefined where npm cannot install it. */
export async function startPgBoss(database: string): Promise<PeerQueue | undefined> {
  const folder = folderOfPeer(PEER);
  const { resolve } = createRequire(join(folder, 'package.json'));
  let path: string;
  try {
    path = resolve(PEER.name);
  } catch {
    return undefined;
  }
  const { default: PgBoss } = (await import(pathToFileURL(path).href)) as {
    default: new (url: string) => Boss;
  };
  const boss = new PgBoss(database);
  boss.on('error', () => {});
  await boss.start();
  await boss.createQueue(QUEUE);
  const data = { machine: 'build-01', skill: 'deploy-check' };
  return { enqueue: () => boss.send(QUEUE, data), stop: () => boss.stop() };
}
