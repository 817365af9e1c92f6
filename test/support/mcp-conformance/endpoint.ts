import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createApp } from '../../../src/server/http/app.ts';
import { createDoors } from '../../../src/server/http/doors.ts';
import { mcpRoutes } from '../../../src/server/mcp/routes.ts';
import { startTestServer } from '../test-server.ts';
import { startKeyedProxy } from './keyed-proxy.ts';
import { fixtureToolbox } from './toolbox.ts';

/** The server's own HTTP and MCP code around the suite's tools; gives the URL of its endpoint. */
export async function startFixtureEndpoint(): Promise<string> {
  const { keys, service } = await startTestServer();
  const app = createApp({
    routes: mcpRoutes(service, { toolbox: fixtureToolbox, isPublic: false }),
    log: () => {},
    baseUrl: () => 'http://127.0.0.1',
    doors: createDoors(() => service.clock.now()),
    admit: async () => true,
  });
  await app.server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => app.stop());
  const { server } = app.server;
  if (!server.listening) await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return `${await startKeyedProxy(`http://127.0.0.1:${port}`, keys.run)}/api/mcp`;
}
