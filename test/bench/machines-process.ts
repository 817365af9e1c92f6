// Forked by the benchmark of syncs: a server with very many machines.
import { startServer } from '../../src/server/start.ts';

const [dataFolder = '', count = '1'] = process.argv.slice(2);
const server = await startServer({ listen: '127.0.0.1:0', dataFolder, demo: true });
const tokens: string[] = [];
for (let number = 0; number < Number(count); number += 1) {
  tokens.push(await server.pair(`build-${number}`));
}
process.on('message', () => {
  const { user, system } = process.cpuUsage();
  process.send?.({ cpuMicros: user + system });
});
process.on('disconnect', () => process.exit());
process.send?.({ baseUrl: server.baseUrl, tokens });
