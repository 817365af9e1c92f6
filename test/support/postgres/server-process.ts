// Forked by `second-server.ts`: starts and stops servers as its parent says, and ends with it.
import { tmpdir } from 'node:os';
import { type StartedServer, startServer } from '../../../src/server/start.ts';

const servers = new Map<string, StartedServer>();

process.on('message', async ({ start, stop }: { start?: string; stop?: string }) => {
  if (start !== undefined) {
    const listen = '127.0.0.1:0';
    const server = await startServer({ listen, dataFolder: tmpdir(), database: start });
    servers.set(start, server);
    process.send?.({ database: start, baseUrl: server.baseUrl });
  }
  if (stop !== undefined) {
    await servers.get(stop)?.close();
    process.send?.({ database: stop, baseUrl: '' });
  }
});
process.on('disconnect', () => process.exit());
