// A hosted MCP server that answers at once in both protocol versions: what is measured is the way to it.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const TOOLS = [{ name: 'list_machines', inputSchema: { type: 'object' } }];
const MACHINES = Array.from({ length: 10 }, (_, index) => ({
  id: `mac_${index}`,
  name: `build-${index}`,
  status: 'online',
}));
const CALLED = {
  content: [{ type: 'text', text: JSON.stringify({ machines: MACHINES }) }],
  structuredContent: { machines: MACHINES },
};

function resultOf(method: string): object {
  if (method === 'tools/list') return { tools: TOOLS };
  if (method === 'tools/call') return CALLED;
  const serverInfo = { name: 'bench', version: '1' };
  return { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo };
}

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    response.writeHead(405).end();
    return;
  }
  const chunks: Buffer[] = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    if (id === undefined) {
      response.writeHead(202).end();
      return;
    }
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ jsonrpc: '2.0', id, result: resultOf(method) }));
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.on('disconnect', () => process.exit());
