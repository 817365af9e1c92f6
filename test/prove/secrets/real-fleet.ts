import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startMachine } from '../../../src/machine/start.ts';
import { issueKey } from '../../../src/server/access/issue-key.ts';
import { startServer } from '../../../src/server/start.ts';

/** The real server with the real machine `build-01` in control mode. */
export interface RealFleet {
  readonly baseUrl: string;
  /** A new admin key, so that many runs do not meet one rate limit. */
  key(): Promise<string>;
  /** What the machine keeps under a name; undefined where it was never asked for it. */
  kept(name: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export async function startRealFleet(): Promise<RealFleet> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-secrets-'));
  const server = await startServer({
    listen: '127.0.0.1:0',
    dataFolder: join(folder, 'server'),
    demo: true,
    log: { write: () => {} },
  });
  const machineFolder = join(folder, 'machine');
  await mkdir(machineFolder);
  await writeFile(join(machineFolder, 'fleet.yaml'), 'mode: control\n');
  const token = await server.pair('build-01');
  const machine = startMachine({ baseUrl: server.baseUrl, token, folder: machineFolder });
  await machine.ready;
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
    async kept(name) {
      const path = join(machineFolder, 'state', 'secrets.json');
      const text = await readFile(path, 'utf8').catch(() => '{}');
      const secrets: Record<string, string> = JSON.parse(text);
      return secrets[name];
    },
    async close() {
      await machine.stop();
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
