import { once } from 'node:events';
import { request } from 'node:http';
import { expect, test } from 'vitest';
import { ATTACKS } from '../../requirements.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

/** The status of a POST with these headers, which fetch would not send. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number | undefined> {
  const sent = request(url, { method: 'POST', headers }).end('{}');
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

test('a web page cannot start a skill on this computer, a proxy by its name can', async () => {
  proves('ATTACK-web-page');
  const { cloud, machine } = await startTestMachine({
    listen: '127.0.0.1:0',
    config: 'mode: control\nwebhook_hosts: [hooks.example.com]\n',
    skills: { open: shellSkill('true', '  webhook: true\n') },
  });
  await machine.ready;
  const url = `${machine.webhookUrl()}open`;
  const { port } = new URL(url);
  const { status } = ATTACKS['ATTACK-web-page'];
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://evil.example:${port}`, host: `evil.example:${port}` },
    { host: `evil.example:${port}` },
    { host: '127.0.0.1.evil.example' },
  ]) {
    expect([headers, await statusOf(url, headers)]).toEqual([headers, status]);
  }
  await cloud.send('ping');
  expect(cloud.jobs.size).toBe(0);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`, '[::1]:80', 'hooks.example.com']) {
    expect([host, await statusOf(url, { host })]).toEqual([host, 202]);
  }
});
