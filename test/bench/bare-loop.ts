// A list's pages fetched and printed a row a line by nothing but Node: what `--all -o jsonl` is measured
// against. `node bare-loop.ts BASE_URL PAGES`
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';

const [baseUrl = '', pages = '1'] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true });

let before: string | undefined;
do {
  const call = request(`${baseUrl}/api/v1/tools/list_rows`, { agent, method: 'POST' });
  call.end(JSON.stringify({ before, pages: Number(pages) }));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  const parts: Buffer[] = [];
  for await (const part of response) parts.push(part);
  const page = JSON.parse(Buffer.concat(parts).toString('utf8'));
  for (const row of page.rows) {
    if (!process.stdout.write(`${JSON.stringify(row)}\n`)) await once(process.stdout, 'drain');
  }
  before = page.next_before ?? undefined;
} while (before !== undefined);
agent.destroy();
