import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test, vi } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet, startFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const ANY_PORT = ['--listen', '127.0.0.1:0'];

/** `fleet serve` as a process, with what it has written to stderr so far. */
async function serve(args: readonly string[] = []) {
  const data = join(newTemporaryFolder(), 'data');
  const child = startFleet(['serve', '--json', ...ANY_PORT, '--data', data, ...args]);
  const stderr: string[] = [];
  child.stderr.on('data', (chunk) => stderr.push(String(chunk)));
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { base_url: baseUrl, keys } = JSON.parse(line);
  const headers = {
    authorization: `Bearer ${keys.admin}`,
    'content-type': 'application/json',
  };
  return { child, baseUrl, keys, headers, data, log: () => stderr.join('') };
}

async function read(url: string, request: RequestInit = {}) {
  const answer = await fetch(url, request);
  return JSON.parse(await answer.text());
}

async function stop({ child }: Awaited<ReturnType<typeof serve>>): Promise<void> {
  child.kill('SIGTERM');
  await once(child, 'close');
}

test('SIGUSR1 opens no door by which other users of the computer run code in the server', async () => {
  proves('UI-no-inspector');
  const server = await serve();
  server.child.kill('SIGUSR1');
  await fetch(`${server.baseUrl}/healthz`);
  await stop(server);
  expect(server.log()).not.toMatch(/debugger|inspector/i);
});

test('--log writes one line a request, without key, query, token or body', async () => {
  proves('UI-serve-log');
  const server = await serve(['--log']);
  const { baseUrl, headers, keys } = server;
  await fetch(`${baseUrl}/api/v1/jobs?skill=query-text`, { headers });
  await fetch(`${baseUrl}/in/token-text`, { method: 'POST', body: 'body-text' });
  const body = JSON.stringify({ machine: 'body-text' });
  await fetch(`${baseUrl}/api/v1/tools/get_machine`, { method: 'POST', headers, body });
  await fetch(`${baseUrl}/token-text-2`, { headers });
  await stop(server);
  const lines = server
    .log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const requests = lines.filter(({ event }) => event === 'request');
  expect(requests.map(({ method, route, status }) => [method, route, status])).toEqual([
    ['GET', '/api/v1/jobs', 200],
    ['POST', '/in/:token', 404],
    ['POST', '/api/v1/tools/:tool', 404],
    ['GET', undefined, 404],
  ]);
  for (const request of requests) {
    expect(request).toMatchObject({
      time: expect.stringMatching(/Z$/),
      level: 'info',
      request_id: expect.stringMatching(/^req_/),
      duration_ms: expect.any(Number),
    });
  }
  for (const text of ['query-text', 'token-text', 'body-text', keys.admin.slice(-24)]) {
    expect(server.log()).not.toContain(text);
  }
});

test('without --log a good run writes nothing', async () => {
  const server = await serve();
  await fetch(`${server.baseUrl}/api/v1/jobs`, { headers: server.headers });
  await stop(server);
  expect(server.log()).toBe('');
});

test('an address that is taken is told with what to do', async () => {
  const { baseUrl } = await serve();
  const { host } = new URL(baseUrl);
  const data = newTemporaryFolder();
  const { code, stderr } = await runFleet(['serve', '--listen', host, '--data', data]);
  expect(code).not.toBe(0);
  expect(stderr).toContain(`${host}: another program listens there already`);
  expect(stderr).toContain('--listen');
});

test('a folder that cannot be made is refused at once', async ({ skip }) => {
  skip(process.platform !== 'linux', 'there is no /proc here');
  const { code, stderr } = await runFleet(['serve', ...ANY_PORT, '--data', '/proc/x/y']);
  expect(code).not.toBe(0);
  expect(stderr).toContain('/proc/x');
});

test('every link begins with the public URL, which need not be where it listens', async () => {
  proves('UI-serve-public-url');
  const publicUrl = 'https://fleet.example/base';
  const { baseUrl, headers } = await serve(['--public-url', `${publicUrl}/`]);
  expect(baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const problem = await read(`${baseUrl}/api/v1/jobs/none`, { headers });
  expect(problem.type).toBe(`${publicUrl}/errors/unknown_job`);
  const billing = await read(`${baseUrl}/api/v1/billing`, { headers });
  expect(billing.change_at).toBe(`${publicUrl}/errors/plan_limit`);
  const described = await read(`${baseUrl}/api/v1/openapi.json`);
  expect(described.servers).toEqual([{ url: publicUrl }]);
});

test.each(['fleet.example', 'ftp://a', 'https://u:p@a', 'https://a/?q', 'https://a#b'])(
  '%s is no public URL',
  async (url) => {
    const data = join(newTemporaryFolder(), 'data');
    const { code, stderr } = await runFleet(['serve', '--public-url', url, '--data', data]);
    expect(code).toBe(2);
    expect(stderr).toContain('--public-url');
  },
);

test('SIGTERM answers held requests with 202 and ends within a second', async () => {
  proves('UI-serve-stop');
  const { child, baseUrl, headers, data } = await serve();
  await runFleet(['admin', 'machine', 'pair', '--name', 'box', '--data', data]);
  const url = `${baseUrl}/api/v1/machines/box/commands`;
  const body = JSON.stringify({ type: 'ping', wait_seconds: 60 });
  const held = fetch(url, { method: 'POST', headers, body });
  const list = `${baseUrl}/api/v1/tools/list_commands`;
  await vi.waitFor(async () => {
    const { commands } = await read(list, { method: 'POST', headers, body: '{}' });
    expect(commands).toHaveLength(1);
  });
  const startedAt = performance.now();
  child.kill('SIGTERM');
  const answer = await held;
  expect(answer.status).toBe(202);
  expect(await answer.json()).toMatchObject({ pending: true });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(1000);
});
