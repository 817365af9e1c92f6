import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { startFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const SKILLS = Array.from({ length: 300 }, (_, at) => ({ name: `skill-${at}` }));

test('Ctrl-C ends a pull after the file that is being written', async () => {
  proves('UI-interrupt', 'UI-skill-pull');
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const service = await startScriptedService({
    tools: [{ name: 'get_skill', class: 'read', input_schema: { type: 'object', properties } }],
    answer({ path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (path.startsWith('/api/v1/tools/')) return { body: { content: 'text\n' } };
      if (path.startsWith('/api/v1/skills')) return { body: { skills: SKILLS } };
      return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
    },
  });
  onTestFinished(() => service.stop());
  const folder = newTemporaryFolder();
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const child = startFleet(['skill', 'pull', 'box', '--dir', folder, '-o', 'table'], { env });
  let lines = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    const isFirst = !lines.includes(' created\n');
    lines += text;
    // A second one would end it whatever it does.
    if (isFirst && lines.includes(' created\n')) child.kill('SIGINT');
  });
  expect(await once(child, 'close')).toEqual([null, 'SIGINT']);
  const told = lines.match(/ created\n/g)?.length;
  const written = readdirSync(folder, { recursive: true }).map(String);
  const files = written.filter((path) => path.endsWith('.md') || path.endsWith('.tmp'));
  expect(files.length).toBe(told);
  expect(told).toBeLessThan(SKILLS.length);
  expect(lines).not.toContain('not sent');
});

test('a push ends by the signal that ended it, and says what it had sent', async () => {
  proves('UI-interrupt', 'UI-skill-push');
  let stop = () => {};
  const properties = { machine: { type: 'string' }, skill: { type: 'string' } };
  const schema = { type: 'object', properties };
  const service = await startScriptedService({
    tools: [
      { name: 'get_skill', class: 'read', input_schema: schema },
      { name: 'save_skill', class: 'write', input_schema: schema },
    ],
    answer({ path }) {
      const machine = { id: 'mac_1', name: 'box', status: 'online', mode: 'control' };
      if (path === '/api/v1/tools/save_skill') {
        stop();
        return undefined;
      }
      if (path.startsWith('/api/v1/tools/')) return { body: { content: 'old\n' } };
      if (path.startsWith('/api/v1/skills')) return { body: { skills: [{ name: 'tidy' }] } };
      return { body: path === '/api/v1/machines' ? { machines: [machine] } : machine };
    },
  });
  onTestFinished(() => service.stop());
  const dir = newTemporaryFolder();
  mkdirSync(join(dir, 'tidy'));
  writeFileSync(join(dir, 'tidy', 'SKILL.md'), '---\nname: tidy\ndescription: Tidy up\n---\n');
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const child = startFleet(['skill', 'push', 'box', '--dir', dir, '--yes', '-o', 'json'], { env });
  let result = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    result += text;
  });
  stop = () => void child.kill('SIGTERM');
  expect(await once(child, 'close')).toEqual([143, null]);
  expect(result).toContain('tidy');
});
