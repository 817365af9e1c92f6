import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { issueKey } from '../../../src/server/access/issue-key.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { startServer } from '../../../src/server/start.ts';
import { answerCommands } from './answering-machine.ts';
import { type PushMachine, skillMachine } from './push-machine.ts';

/** A change of a skill as the server's own database has it. */
export interface StoredChange {
  readonly id: string;
  readonly machine: string;
  readonly type: string;
  readonly skill: string;
  /** The text that was to be saved. */
  readonly content: string | undefined;
  readonly status: string;
}

/** The real server with machines whose skills are known, a few for each run that goes on at that time. */
export interface PushFleet {
  readonly baseUrl: string;
  readonly folder: string;
  /** Takes machines that no other run uses, until they are given back. */
  take(): Promise<readonly PushMachine[]>;
  giveBack(machines: readonly PushMachine[]): void;
  key(): Promise<{ readonly id: string; readonly text: string }>;
  /** Every skill.save and skill.delete that was asked for with a key, in order. */
  changesOf(keyId: string): Promise<readonly StoredChange[]>;
  close(): Promise<void>;
}

const MACHINES_EACH = 3;

/** Starts all in this process, on a folder that `close` removes. */
export async function startPushFleet(): Promise<PushFleet> {
  const folder = await mkdtemp(join(tmpdir(), 'fleet-push-'));
  const log = { write: () => {} };
  const listen = '127.0.0.1:0';
  const server = await startServer({ listen, dataFolder: join(folder, 'server'), demo: true, log });
  const { baseUrl } = server;
  const { store } = server.service;
  const stop = new AbortController();
  const loops: Promise<void>[] = [];
  const free: (readonly PushMachine[])[] = [];
  const startMachine = async (name: string): Promise<PushMachine> => {
    const machine = { name, texts: new Map<string, string>(), refused: new Set<string>() };
    const token = await server.pair(name);
    const side = { baseUrl, token, signal: stop.signal, ...skillMachine(machine) };
    loops.push((await answerCommands(side)).ended);
    const { id } = await store.read((db) =>
      db.selectFrom('machines').select('id').where('name', '=', name).executeTakeFirstOrThrow(),
    );
    return Object.assign(machine, { id: formatId('mac', id) });
  };
  let crews = 0;
  const startCrew = (): Promise<readonly PushMachine[]> => {
    crews += 1;
    const names = Array.from({ length: MACHINES_EACH }, (_, nth) => `crew-${crews}-${nth}`);
    return Promise.all(names.map(startMachine));
  };
  free.push(await startCrew());
  const { organisation } = await store.read((db) =>
    db.selectFrom('machines').select('organisation').executeTakeFirstOrThrow(),
  );
  return {
    baseUrl,
    folder,
    take: async () => free.pop() ?? startCrew(),
    giveBack: (machines) => void free.push(machines),
    async key() {
      const facts = { organisation, name: 'proof', scope: 'fleet:admin', expiresAt: null } as const;
      const { key, text } = await store.write((transaction) => issueKey(transaction, facts));
      return { id: formatId('key', key.id), text };
    },
    async changesOf(keyId) {
      const rows = await store.read((db) =>
        db
          .selectFrom('commands')
          .select(['id', 'machine', 'type', 'args', 'status'])
          .where('organisation', '=', organisation)
          .where('asked_id', '=', keyId)
          .where('type', 'in', ['skill.save', 'skill.delete'])
          .orderBy('id')
          .execute(),
      );
      return rows.map(changeOf);
    },
    async close() {
      stop.abort();
      await Promise.all(loops);
      await server.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface CommandRow {
  readonly id: number;
  readonly machine: number;
  readonly type: string;
  readonly args: string;
  readonly status: string;
}

function changeOf({ args, id, machine, status, type }: CommandRow): StoredChange {
  const { content, skill } = JSON.parse(args) as { skill: string; content?: string };
  const names = { id: formatId('cmd', id), machine: formatId('mac', machine) };
  return { ...names, type, skill, content, status };
}
