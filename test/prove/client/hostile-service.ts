import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { HostileResponse } from './hostile-response.ts';

/** What the service says in one case. */
export interface Script {
  readonly catalogue: HostileResponse;
  /** For each call anew. */
  readonly answer: () => HostileResponse;
}

/** A service on the loopback that says what the case at hand says. */
export async function startHostileService() {
  let script: Script | undefined;
  const server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      const isCatalogue = request.url?.endsWith('/api/v1/tools') === true;
      const said = isCatalogue ? script?.catalogue : script?.answer();
      const { body = Buffer.alloc(0), headers = {}, status = 500 } = said ?? {};
      response.writeHead(status, { ...headers, 'content-length': body.length }).end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    say(next: Script) {
      script = next;
    },
    stop() {
      server.closeAllConnections();
      server.close();
    },
  };
}
