import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../../../src/server/access/issue-key.ts';
import { startServer } from '../../../src/server/start.ts';
import { startRealMachine } from '../../support/machine/real-machine.ts';

/** The real server with the real machine `build-01` in control mode. */
export interface RealFleet {
  readonly baseUrl: string;
  /** A new admin key, so that many runs do not share one rate limit. */
  key(): Promise<string>;
  /** What the machine keeps under a name; undefined where it was never asked for it. */
  kept(name: string): Promise<string | undefined>;
  close(): Promise<void>;
}

/** Starts both in this process, on folders that `close` removes. */
export async function startRealFleet(): Promise<RealFleet> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'fleet-secrets-'));
  const log = { write: () => {} };
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true, log });
  const token = await server.pair('build-01');
  const machine = await startRealMachine({ baseUrl: server.baseUrl, token });
  const { store } = server.service;
  const { organisation } = await store.read((db) =>
    db.selectFrom('machines').select('organisation').executeTakeFirstOrThrow(),
  );
  return {
    baseUrl: server.baseUrl,
    async key() {
      const facts = { organisation, name: 'proof', scope: 'fleet:admin', expiresAt: null } as const;
      return (await store.write((transaction) => issueKey(transaction, facts))).text;
    },
    kept: async (name) => (await machine.secrets())[name],
    async close() {
      await machine.stop();
      await server.close();
      await machine.remove();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}
