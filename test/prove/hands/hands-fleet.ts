import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SyncResponse } from '../../../src/contract/sync.ts';
import { issueKey } from '../../../src/server/access/issue-key.ts';
import { formatId } from '../../../src/server/database/row-id.ts';
import { startServer } from '../../../src/server/start.ts';
import { machineReport, syncRequest } from '../../support/sync-reports.ts';

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
const SYNC_SECONDS = 20;

/** Starts all in this process, on a folder that `close` removes. */
export async function startHandsFleet(): Promise<HandsFleet> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'fleet-hands-'));
  const log = { write: () => {} };
  const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true, log });
  const stop = new AbortController();
  const machines = Array.from({ length: MACHINES }, async (_, at) => {
    const token = await server.pair(`build-0${at}`);
    await syncOnce({ baseUrl: server.baseUrl, token, signal: stop.signal }, [], true);
    return answerCommands({ baseUrl: server.baseUrl, token, signal: stop.signal });
  });
  const { store } = server.service;
  const loops = (await Promise.all(machines.map(async (loop) => ({ loop: await loop })))).map(
    ({ loop }) => loop,
  );
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

interface MachineSide {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
}

type Results = readonly {
  readonly command: string;
  readonly result: unknown;
  readonly error: null | { readonly code: string; readonly message: string };
}[];

/** Syncs and answers until the signal; what is no ping fails. */
function answerCommands(side: MachineSide): { readonly ended: Promise<void> } {
  async function loop(): Promise<void> {
    let results: Results = [];
    while (!side.signal.aborted) {
      const { commands } = await syncOnce(side, results);
      results = commands.map(({ id, type }) => ({
        command: id,
        result: type === 'ping' ? { pong: true } : null,
        error: type === 'ping' ? null : { code: 'unknown_skill', message: 'no such skill' },
      }));
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!side.signal.aborted) throw error;
  });
  return { ended };
}

async function syncOnce(
  { baseUrl, signal, token }: MachineSide,
  results: Results,
  isFirst = false,
): Promise<SyncResponse> {
  const answer = await fetch(`${baseUrl}/machine/v1/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      ...syncRequest(Date.now()),
      wait_seconds: isFirst || results.length > 0 ? 0 : SYNC_SECONDS,
      ...(isFirst ? { report: machineReport() } : {}),
      results,
    }),
    signal,
  });
  if (!answer.ok) throw new Error(`sync: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SyncResponse;
}
