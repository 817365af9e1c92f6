import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Worker } from 'node:worker_threads';

export const ROWS_A_PAGE = 1000;

const TOOL = {
  name: 'list_rows',
  class: 'read',
  input_schema: {
    type: 'object',
    properties: { before: { type: 'string' }, pages: { type: 'integer' } },
  },
};

/**
 * A service on the loopback whose one list has as many pages of a thousand rows as the request asks
 * for. It runs in a thread of its own, for those that block while they wait for a process.
 */
export async function startPagedService() {
  const source = `
    const { createServer } = require('node:http');
    const { parentPort, workerData: { rows, catalogue } } = require('node:worker_threads');
    const server = createServer(async (request, response) => {
      const parts = [];
      for await (const part of request) parts.push(part);
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-request-id', 'bench');
      if (request.url.endsWith('/api/v1/tools')) return response.end(catalogue);
      const { before = '0', pages = 1 } = JSON.parse(Buffer.concat(parts).toString());
      const next = Number(before) + 1;
      response.end('{"rows":' + rows + ',"next_before":' + (next < pages ? '"' + next + '"' : null) + '}');
    });
    server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address()));`;
  const rows = JSON.stringify(Array.from({ length: ROWS_A_PAGE }, (_, at) => rowAt(at)));
  const catalogue = JSON.stringify({ catalogue_version: 1, tools: [TOOL] });
  const worker = new Worker(source, { eval: true, workerData: { rows, catalogue } });
  const [address] = (await once(worker, 'message')) as [AddressInfo];
  return {
    baseUrl: `http://127.0.0.1:${address.port}`,
    stop: () => void worker.terminate(),
  };
}

function rowAt(at: number): object {
  const padded = (value: number) => String(value).padStart(11, '0');
  return {
    id: `job_${padded(at)}`,
    title: `Fix the build of service ${at % 97}`,
    state: ['done', 'failed', 'running'][at % 3],
    machine: { id: `mac_${padded(at % 50)}`, name: `build-${at % 50}` },
    created_at: new Date(Date.UTC(2026, 0, 1) + at * 1000).toISOString(),
    duration_seconds: at % 7 === 0 ? null : at * 0.5,
    tags: ['a', 'b'],
  };
}
