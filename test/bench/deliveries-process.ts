// Forked by the benchmark of deliveries: a server whose one machine has received very many webhooks.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { machineOfToken } from '../../src/server/access/machine-token.ts';
import { createKey } from '../../src/server/admin/keys.ts';
import { findMachineOfToken } from '../../src/server/machines/machine-queries.ts';
import { startServer } from '../../src/server/start.ts';
import { tellLongestTurns } from './longest-turn.ts';

const [dataFolder = '', count = '1000'] = process.argv.slice(2);
const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true });
const { store } = server.service;
const token = await server.pair('build-01');
const machine = await store.read((db) => findMachineOfToken(db, machineOfToken(token) ?? 0));
const admin = { store, actor: { kind: 'system', name: 'bench' } } as const;
const keys: string[] = [];
for (let number = 0; number < 60; number += 1) {
  keys.push((await createKey(admin, { name: `bench ${number}`, scope: 'fleet:read' })).key);
}
insertDeliveries(Number(count));

/** Ids are times × 2048, one delivery a second up to now, as the store makes them. */
function insertDeliveries(rows: number): void {
  const database = new DatabaseSync(join(dataFolder, 'fleet.db'));
  const first = Date.now() - rows * 1000;
  database.exec('begin immediate');
  database
    .prepare(
      `insert into deliveries (organisation, id, machine, machine_delivery_id, sender_delivery_id, skill,
        received_at, outcome, reason, code, http_status, path, address, user_agent, sender, headers,
        via, machine_job_id, job, content_type, body_bytes, search)
      with recursive n(i) as (select 0 union all select i + 1 from n where i + 1 < ?)
      select ?, (? + i * 1000) * 2048, ?, 'd' || i, null, 'build', ? + i * 1000, 'accepted', null,
        'started', 202, '/hooks/build', '203.0.113.' || (i % 250), 'Hookshot/1', null, '{}', 'http',
        null, null, 'application/json', 2,
        printf('%08x-%04x', (i * 2654435761) % 4294967296, i % 65536) || char(31) || 'd' || i || char(31)
        || 'started' || char(31) || '/hooks/build' || char(31) || '203.0.113.' || (i % 250)
        || char(31) || 'hookshot/1'
      from n`,
    )
    .run(rows, machine?.organisation ?? 0, first, machine?.id ?? 0, first);
  database.exec('insert into deliveries_text (rowid, text) select id, search from deliveries');
  database.exec('commit; pragma wal_checkpoint(truncate)');
  database.close();
}

tellLongestTurns();
process.send?.({ baseUrl: server.baseUrl, keys });
