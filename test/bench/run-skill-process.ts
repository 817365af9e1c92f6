// Forked by the benchmark of writes: a server, and beside it the same rows by bare SQLite.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createKey } from '../../src/server/admin/keys.ts';
import { startServer } from '../../src/server/start.ts';
import { machineReport, skillReport, syncRequest } from '../support/sync-reports.ts';

const [dataFolder = '', keyCount = '1'] = process.argv.slice(2);
const KEPT = ['jobs', 'commands', 'audit'] as const;

const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true });
const { store } = server.service;
const token = await server.pair('build-01');
const report = machineReport({ skills: [skillReport({ name: 'deploy-check' })] });
const synced = await fetch(`${server.baseUrl}/machine/v1/sync`, {
  method: 'POST',
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify({ ...syncRequest(Date.now()), report }),
});
if (!synced.ok) throw new Error(`sync: ${synced.status}`);
const admin = { store, actor: { kind: 'system', name: 'bench' } } as const;
const keys: string[] = [];
for (let number = 0; number < Number(keyCount); number += 1) {
  keys.push((await createKey(admin, { name: `bench ${number}`, scope: 'fleet:run' })).key);
}

type Row = Record<string, string | number | null>;

/** A copy of the database as it is after the first calls, with what they inserted. */
function openCopy(synchronous: string) {
  const path = join(dataFolder, `bare-${synchronous}.db`);
  const original = new DatabaseSync(join(dataFolder, 'fleet.db'));
  original.exec(`vacuum into '${path}'`);
  original.close();
  const copy = new DatabaseSync(path);
  copy.exec(`pragma journal_mode = wal; pragma synchronous = ${synchronous}`);
  copy.exec('pragma secure_delete = on; pragma foreign_keys = on');
  const inserts = KEPT.map((table) => {
    const row = copy.prepare(`select * from ${table} order by id desc limit 1`).get() as Row;
    const names = Object.keys(row);
    const places = names.map(() => '?').join(', ');
    const columns = names.map((name) => `"${name}"`).join(', ');
    return { row, insert: copy.prepare(`insert into ${table} (${columns}) values (${places})`) };
  });
  let id = Date.now() * 4096;
  return (count: number): void => {
    for (let done = 0; done < count; done += 1) {
      copy.exec('begin immediate');
      for (const { insert, row } of inserts) {
        id += 1;
        insert.run(...Object.values({ ...row, id }));
      }
      copy.exec('commit');
    }
  };
}

const copies = new Map<string, ReturnType<typeof openCopy>>();
process.on('message', ({ count, synchronous }: { count: number; synchronous: string }) => {
  const insert = copies.get(synchronous) ?? openCopy(synchronous);
  copies.set(synchronous, insert);
  const beganAt = performance.now();
  insert(count);
  process.send?.({ tookMs: performance.now() - beganAt });
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl: server.baseUrl, keys });
