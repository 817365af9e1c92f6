import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';
import { CERTIFICATE, PRIVATE_KEY } from '../support/network/test-certificate.ts';

const SNAPSHOT = new URL('../../src/client/catalogue/snapshot.json', import.meta.url);

interface CatalogueServerOptions {
  readonly isTls?: boolean;
  /** How many operations its catalogue has; without it those of ours. */
  readonly operations?: number;
}

/**
 * A server on the loopback that answers at once, in a thread of its own because the benchmark
 * blocks while it waits for a process. It stands for a service whose own time is not measured; a
 * catalogue that the client has already is 304, as the reference server answers.
 */
export async function startCatalogueServer({
  isTls = false,
  operations = 0,
}: CatalogueServerOptions = {}) {
  const source = `
    const { parentPort, workerData: { catalogue, tls } } = require('node:worker_threads');
    const respond = (request, response) => {
      request.resume();
      const isCatalogue = request.url.endsWith('/api/v1/tools');
      response.setHeader('x-request-id', 'bench');
      if (isCatalogue) response.setHeader('etag', '"bench"');
      if (isCatalogue && request.headers['if-none-match'] === '"bench"') {
        response.writeHead(304).end();
        return;
      }
      response.setHeader('content-type', 'application/json');
      if (isCatalogue) return response.end(catalogue);
      const machine = { id: 'mac_1', name: 'build-01', status: 'online', mode: 'control' };
      const list = { machines: [machine], next_before: null };
      response.end(JSON.stringify(request.url.endsWith('/me') ? { key: { name: 'bench' } } : list));
    };
    const server = tls === undefined
      ? require('node:http').createServer(respond)
      : require('node:https').createServer(tls, respond);
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));`;
  const tls = isTls ? { cert: CERTIFICATE, key: PRIVATE_KEY } : undefined;
  const worker = new Worker(source, {
    eval: true,
    workerData: { catalogue: catalogueOf(operations), tls },
  });
  const [address] = (await once(worker, 'message')) as [AddressInfo];
  return {
    baseUrl: `${isTls ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    stop: () => void worker.terminate(),
  };
}

function catalogueOf(operations: number): string {
  const text = readFileSync(SNAPSHOT, 'utf8');
  const { tools, ...rest } = JSON.parse(text);
  const more = Array.from({ length: Math.max(0, operations - tools.length) }, (_, at) => ({
    ...tools[at % tools.length],
    name: `another_operation_${at}`,
  }));
  return more.length === 0 ? text : JSON.stringify({ ...rest, tools: [...tools, ...more] });
}
