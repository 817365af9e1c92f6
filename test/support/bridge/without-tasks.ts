import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

/** The endpoint of a server that has never heard of tasks, in front of one that has; gives its URL. */
export async function startWithoutTasks(baseUrl: string): Promise<string> {
  const older = createServer(async (incoming, outgoing) => {
    const body = (await buffer(incoming)).toString();
    const message = incoming.url === '/api/mcp' && body !== '' ? JSON.parse(body) : {};
    if (String(message.method).startsWith('tasks/')) {
      const error = { code: -32601, message: 'Method not found' };
      outgoing.writeHead(404, { 'content-type': 'application/json' });
      outgoing.end(JSON.stringify({ jsonrpc: '2.0', id: message.id, error }));
      return;
    }
    const { connection: _, host: __, 'content-length': ___, ...headers } = incoming.headers;
    const stop = new AbortController();
    outgoing.on('close', () => stop.abort());
    try {
      const response = await fetch(`${baseUrl}${incoming.url}`, {
        method: incoming.method ?? 'GET',
        headers: headers as Record<string, string>,
        signal: stop.signal,
        ...(body === '' ? {} : { body: body.replaceAll('modelcontextprotocol/tasks', 'x/y') }),
      });
      const { 'content-encoding': ____, ...answered } = Object.fromEntries(response.headers);
      outgoing.writeHead(response.status, answered);
      for await (const part of response.body ?? []) outgoing.write(part);
      outgoing.end();
    } catch {
      outgoing.destroy();
    }
  });
  older.listen(0, '127.0.0.1');
  await once(older, 'listening');
  onTestFinished(() => {
    older.closeAllConnections();
    older.close();
  });
  return `http://127.0.0.1:${(older.address() as AddressInfo).port}`;
}
