import { expect, test } from 'vitest';
import { preferredType } from '../../../../src/server/http/preferred-type.ts';
import { PROBLEM_CODES, PUBLISHED } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer, type TestServer } from '../../../support/test-server.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
const OF_REFUSALS = Object.entries(PROBLEM_CODES).flatMap(([id, entry]) =>
  'status' in entry ? [[id.slice('ERR-'.length), entry.status] as const] : [],
);

const page = (server: TestServer, path: string, accept: string) =>
  server.call(path, { scope: 'none', headers: { accept } });

test('each code has a page for a person, without script, escaped, with what to do', async () => {
  proves('PUB-error-pages');
  const server = await startTestServer();
  expect(OF_REFUSALS).toHaveLength(28);
  for (const [code, status] of OF_REFUSALS) {
    const { status: answered, headers, text } = await page(server, `/errors/${code}`, BROWSER);
    expect([code, answered]).toEqual([code, 200]);
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-/,
    );
    expect(text).toContain(`<code>${code}</code>, HTTP status ${status}`);
    expect(text).toMatch(/<h2>What to do<\/h2>\n<ul>\n<li>.{20}/);
    expect(text).toContain('color-scheme: light dark');
    expect(text).not.toMatch(/<script|<img|<link|src=|\son\w+=/);
    expect(text.replaceAll(/<\/?[a-z][^<>]*>|<!doctype html>/g, '')).not.toMatch(/[<>`]/);
  }
});

test('the link in each problem document leads to its page', async () => {
  proves('PUB-error-pages');
  const server = await startTestServer();
  const refused = [
    await server.call('/api/v1/me', { scope: 'none' }),
    await server.call('/api/v1/nothing'),
    await server.tool('get_machine', { machine: '<script>' }),
    await server.tool('get_machine', {}),
    await server.tool('get_job', '{'),
    await server.tool('disconnect_machine', { machine: 'build-01' }, 'read'),
    await server.tool('send_command', { machine: 'build-01', type: 'fly' }),
  ];
  for (const { body, status } of refused) {
    expect(body.type).toBe(`${server.baseUrl}/errors/${body.code}`);
    const { text } = await page(server, new URL(body.type).pathname, BROWSER);
    expect(text).toContain(`<code>${body.code}</code>, HTTP status ${status}`);
    const json = await page(server, new URL(body.type).pathname, '*/*');
    expect(json.body).toMatchObject({ code: body.code, status, title: body.title });
    expect(json.body.what_to_do.length).toBeGreaterThan(0);
  }
});

test('the codes of failed commands have pages too, and an index lists all', async () => {
  proves('PUB-error-pages');
  const server = await startTestServer();
  const { body } = await page(server, '/errors', 'application/json');
  const listed = body.codes.map(({ code }: { code: string }) => code);
  const own = PUBLISHED['PUB-error-pages'].ofCommands;
  expect(listed).toEqual([...OF_REFUSALS.map(([code]) => code), ...own]);
  const { text } = await page(server, '/errors', BROWSER);
  for (const code of listed) {
    expect(text).toContain(`<a href="errors/${code}">`);
    const plain = await page(server, `/errors/${code}`, 'text/plain');
    expect(plain.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(plain.text).toMatch(new RegExp(`^${code}.*\n\n[^]+What to do:\n- `));
  }
  for (const wrong of ['nothing', 'toString', '%3Cscript%3E', 'x'.repeat(500)]) {
    const unknown = await page(server, `/errors/${wrong}`, BROWSER);
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found']);
  }
});

test.each([
  [undefined, 'application/json'],
  ['*/*', 'application/json'],
  [BROWSER, 'text/html'],
  ['text/*', 'text/html'],
  ['text/plain', 'text/plain'],
  ['text/html;q=0.1, application/json;q=0.2', 'application/json'],
  ['*/*, application/json;q=0', 'text/html'],
  ['image/png', 'application/json'],
  ['TEXT/HTML; q=1', 'text/html'],
  ['text/html;q=nonsense', 'application/json'],
  ['', 'application/json'],
])('with Accept: %s comes %s', (accept, type) => {
  expect(preferredType(accept, ['application/json', 'text/html', 'text/plain'])).toBe(type);
});
