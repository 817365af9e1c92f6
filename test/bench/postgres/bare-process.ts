// Forked by the benchmark of several processes: the least that could do the inserts of `run_skill`. It is
// node:http without a framework, and one pipelined transaction for all who wait, without a check or a lock.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Client } from 'pg';

const TABLES = ['jobs', 'commands', 'audit'] as const;
/** So many ids for each of the processes, above all that are leased. */
const IDS_OF_ONE = 10 ** 9;
const ANSWER = JSON.stringify({ pending: true, job: 'job_0000', command_id: 'cmd_0000' });

const [database = '', place = '0'] = process.argv.slice(2);
const client = new Client({ connectionString: database, pipeline: true });
await client.connect();
let id = 10 ** 15 + Number(place) * IDS_OF_ONE;
let waiting: ServerResponse[] = [];
let busy = false;

/** The row of each table that is inserted again and again, with the statement for it. */
const inserts = new Map<object, string>();
for (const table of TABLES) {
  const { rows } = await client.query(
    `select row_to_json(t)::text as row from ${table} t order by id limit 1`,
  );
  const row = JSON.parse(rows[0].row);
  const columns = Object.keys(row).map((column) => `"${column}"`);
  const statement =
    `insert into ${table} (${columns}) ` +
    `select ${columns} from json_populate_recordset(null::${table}, $1)`;
  inserts.set(row, statement);
}

/** Inserts for all who wait, again and again until nobody does. */
async function insertAll(): Promise<void> {
  if (busy || waiting.length === 0) return;
  busy = true;
  await new Promise((resolve) => setImmediate(resolve));
  const now = waiting;
  waiting = [];
  const sent: Promise<unknown>[] = [client.query('begin')];
  for (const [row, statement] of inserts) {
    const rows = now.map(() => {
      id += 1;
      return { ...row, id };
    });
    sent.push(
      client.query({
        name: `insert ${statement.length}`,
        text: statement,
        values: [JSON.stringify(rows)],
      }),
    );
  }
  sent.push(client.query('commit'));
  await Promise.all(sent);
  for (const response of now) {
    response.writeHead(202, { 'content-type': 'application/json' }).end(ANSWER);
  }
  busy = false;
  void insertAll();
}

// No connection is closed while others are measured, just when it is used again.
const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
  await json(request);
  waiting.push(response);
  void insertAll();
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  process.send?.({ baseUrl: `http://127.0.0.1:${port}` });
});
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
process.on('disconnect', () => process.exit());
