import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';

const SNAPSHOT = new URL('../../src/client/catalogue/snapshot.json', import.meta.url);

/**
 * A server on the loopback that answers at once, in a thread of its own because the benchmark
 * blocks while it waits for a process. It stands for a service whose own time is not measured.
 */
export async function startCatalogueServer() {
  const source = `
    const { createServer } = require('node:http');
    const { parentPort, workerData } = require('node:worker_threads');
    const server = createServer((request, response) => {
      request.resume();
      const body = request.url.endsWith('/api/v1/tools') ? workerData : '{"machines":[],"next_before":null}';
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-request-id', 'bench');
      response.end(body);
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));`;
  const worker = new Worker(source, { eval: true, workerData: readFileSync(SNAPSHOT, 'utf8') });
  const [address] = (await once(worker, 'message')) as [AddressInfo];
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    stop: () => void worker.terminate(),
  };
}
