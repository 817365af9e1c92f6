// Forked by the benchmarks of the service: a server, and beside it the same answer from bare node:http.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { findKey } from '../../src/server/access/api-key-queries.ts';
import { machineOfToken } from '../../src/server/access/machine-token.ts';
import { matchesHash } from '../../src/server/access/token-hash.ts';
import { createKey } from '../../src/server/admin/keys.ts';
import { findCommand, insertCommand } from '../../src/server/commands/command-queries.ts';
import { finishCommand } from '../../src/server/commands/finish-command.ts';
import { formatId, parseId } from '../../src/server/database/row-id.ts';
import { findMachineOfToken } from '../../src/server/machines/machine-queries.ts';
import { findOrganisation } from '../../src/server/organisation/organisation-queries.ts';
import { startServer } from '../../src/server/start.ts';

const [dataFolder = '', keyCount = '1', commandCount = '0'] = process.argv.slice(2);
const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true });
const { store } = server.service;
const admin = { store, actor: { kind: 'system', name: 'bench' } } as const;
const keys: string[] = [];
for (let number = 0; number < Number(keyCount); number += 1) {
  keys.push((await createKey(admin, { name: `bench ${number}`, scope: 'fleet:read' })).key);
}
const token = await server.pair('build-01');
const machine = await store.read((db) => findMachineOfToken(db, machineOfToken(token) ?? 0));
const commands = await store.write(async (transaction) => {
  const ids: string[] = [];
  for (let number = 0; number < Number(commandCount); number += 1) {
    const { now } = transaction;
    const row = await insertCommand(transaction, {
      organisation: machine?.organisation ?? 0,
      id: transaction.newId(),
      machine: machine?.id ?? 0,
      type: 'ping',
      status: 'delivered',
      args: '{}',
      asked_kind: 'system',
      asked_id: null,
      asked_name: 'bench',
      job: null,
      skill: null,
      error: null,
      result: null,
      created_at: now,
      expires_at: now + 600_000,
      delivered_at: now,
      finished_at: null,
      late: 0,
    });
    ids.push(formatId('cmd', row.id));
  }
  return ids;
});

/** The answer of GET /api/v1/me with the same look-ups through the same store, and nothing else. */
const bare = createServer(async (request, response) => {
  const credential = request.headers.authorization?.slice(7) ?? '';
  const id = parseId('key', credential.slice(6, 21));
  const key = id === undefined ? undefined : await store.read((db) => findKey(db, id));
  if (key === undefined || !matchesHash(credential, key.hash)) {
    response.writeHead(401).end();
    return;
  }
  const organisation = await store.read((db) => findOrganisation(db, key.organisation));
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(
    JSON.stringify({ organization: organisation?.name, key: key.name, scope: key.scope }),
  );
});
bare.listen(0, '127.0.0.1', () => {
  const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;
  process.send?.({ baseUrl: server.baseUrl, bareUrl, keys, commands });
});

process.on('message', async (order: { finish?: readonly string[]; collect?: boolean }) => {
  const { finish, collect } = order;
  if (finish !== undefined) {
    await store.write(async (transaction) => {
      for (const text of finish) {
        const id = parseId('cmd', text) ?? 0;
        const command = await findCommand(transaction.db, machine?.organisation ?? 0, id);
        const end = { event: 'succeed', error: null, result: { pong: true } } as const;
        if (command !== undefined) await finishCommand(transaction, command, end);
      }
    });
    return;
  }
  if (collect) globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { waiting: held } = server.service.waiters;
  process.send?.({ rssBytes: process.memoryUsage.rss(), cpuMicros: user + system, held });
});
process.on('disconnect', () => process.exit());
