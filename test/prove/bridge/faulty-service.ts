import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const STALL_MS = 1500;
const FAULTS = ['drop', 'busy', 'unavailable', 'stall', 'restart', 'late_drop'] as const;

/** A hosted MCP server on which every `faultEvery`th call meets a fault the first time that it is sent. */
export async function startFaultyService(faultEvery: number) {
  const ran = new Map<number, number>();
  const met = new Set<number>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { id, method, params } = JSON.parse(Buffer.concat(chunks).toString());
    const answer = (result: object): void => answerJson(response, { jsonrpc: '2.0', id, result });
    if (method !== 'tools/call') return answer({ tools: [] });
    const number: number = params.arguments.limit;
    const run = (): void => void ran.set(number, (ran.get(number) ?? 0) + 1);
    const isFaulty = number % faultEvery === 0 && !met.has(number);
    const fault = isFaulty ? FAULTS[(number / faultEvery) % FAULTS.length] : undefined;
    met.add(number);
    if (fault === 'drop') return void request.socket.destroy();
    if (fault === 'busy') return void response.writeHead(429, { 'retry-after': '1' }).end();
    if (fault === 'unavailable') return void response.writeHead(503).end();
    run();
    if (fault === 'late_drop') return void request.socket.destroy();
    if (fault === 'stall') await new Promise((resolve) => setTimeout(resolve, STALL_MS));
    answer({ content: [], structuredContent: { number } });
    if (fault === 'restart') server.closeAllConnections();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** How often each call ran. */
    ran: ran as ReadonlyMap<number, number>,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function answerJson(response: ServerResponse, message: object): void {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify(message));
}
