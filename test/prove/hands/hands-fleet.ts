import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { QueuedCommand } from '../../../src/contract/sync.ts';
import { issueKey } from '../../../src/server/access/issue-key.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { startServer } from '../../../src/server/start.ts';
import { machineReport } from '../../support/sync-reports.ts';
import { answerCommands, type Reply } from './answering-machine.ts';

/** A command as the server's own database has it. */
export interface StoredCommand {
  readonly id: string;
  readonly machine: string;
  readonly job: string | null;
  readonly status: string;
}

/** The real server with machines that answer pings and fail jobs. */
export interface HandsFleet {
  readonly baseUrl: string;
  /** A new key: what is asked for with it is told from everything else. */
  key(): Promise<{ readonly id: string; readonly text: string }>;
  /** Every command that was asked for with a key. */
  commandsOf(keyId: string): Promise<readonly StoredCommand[]>;
  close(): Promise<void>;
}

const MACHINES = 7;

/** Starts all in this process, on a folder that `close` removes. */
export async function startHandsFleet(): Promise<HandsFleet> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'fleet-hands-'));
  const log = { write: () => {} };
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true, log });
  const stop = new AbortController();
  const machines = Array.from({ length: MACHINES }, async (_, at) => {
    const token = await server.pair(`build-0${at}`);
    return answerCommands({
      baseUrl: server.baseUrl,
      token,
      signal: stop.signal,
      report: machineReport(),
      reply: replyToPing,
    });
  });
  const { store } = server.service;
  const loops = await Promise.all(machines);
  const { organisation } = await store.read((db) =>
    db.selectFrom('machines').select('organisation').executeTakeFirstOrThrow(),
  );
  return {
    baseUrl: server.baseUrl,
    async key() {
      const facts = { organisation, name: 'proof', scope: 'fleet:admin', expiresAt: null } as const;
      const { key, text } = await store.write((transaction) => issueKey(transaction, facts));
      return { id: formatId('key', key.id), text };
    },
    async commandsOf(keyId) {
      const rows = await store.read((db) =>
        db
          .selectFrom('commands')
          .select(['id', 'machine', 'job', 'status'])
          .where('organisation', '=', organisation)
          .where('asked_id', '=', keyId)
          .execute(),
      );
      return rows.map(({ id, job, machine, status }) => ({
        id: formatId('cmd', id),
        machine: formatId('mac', machine),
        job: job === null ? null : formatId('job', job),
        status,
      }));
    },
    async close() {
      stop.abort();
      await Promise.all(loops.map(({ ended }) => ended));
      await server.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** A ping is answered, everything else fails. */
function replyToPing({ type }: QueuedCommand): Reply {
  return type === 'ping'
    ? { result: { pong: true }, error: null }
    : { result: null, error: { code: 'unknown_skill', message: 'no such skill' } };
}
