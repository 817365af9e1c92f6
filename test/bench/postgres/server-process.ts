// Forked by the benchmark of several processes: a server on the database that it is given.
import { tmpdir } from 'node:os';
import { startServer } from '../../../src/server/start.ts';

const [database = ''] = process.argv.slice(2);
const server = await startServer({ listen: '127.0.0.1:0', dataFolder: tmpdir(), database });
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl: server.baseUrl });
