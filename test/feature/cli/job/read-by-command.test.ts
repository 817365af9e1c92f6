import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

const TEXT = { type: 'string' };
const COMMAND = { id: 'cmd_1', machine: 'mac_1', status: 'succeeded', error: null };
const OF_FILE = { ...COMMAND, type: 'job.artifact', job: 'job_1' };
const OF_SKILL = { ...COMMAND, type: 'skill.get', job: null };
const FILE = { artifact: 'stdout', content: 'all is well', bytes: 99, truncated: true };
const SKILL = { skill: 'tea', content: '# Tea', summary: { description: 'Makes tea' } };

test.each([
  [
    'get-job-artifact',
    ['job_1', '--artifact', 'stdout'],
    { job: 'job_1', withheld: false, ...FILE },
  ],
  ['get-skill', ['--machine', 'mac_1', '--skill', 'tea'], { machine: 'mac_1', ...SKILL }],
])('%s that is followed gives what it responds at once', async (operation, words, response) => {
  proves('UI-follow-action');
  const properties = { job: TEXT, machine: TEXT, skill: TEXT, artifact: TEXT };
  const tools = [
    { name: 'get_job_artifact', required: ['job', 'artifact'] },
    { name: 'get_skill', required: ['machine', 'skill'] },
  ].map(({ name, required }) => ({
    name,
    class: 'read',
    input_schema: { type: 'object', properties, required },
  }));
  const isSkill = operation === 'get-skill';
  const result = isSkill ? SKILL : FILE;
  const command = { ...(isSkill ? OF_SKILL : OF_FILE), result };
  const service = await startScriptedService({
    tools,
    answer: ({ path }) =>
      path === '/api/v1/machines'
        ? { body: { machines: [{ id: 'mac_1', name: 'm' }] } }
        : path.includes('/commands/')
          ? { body: command }
          : {
              status: 202,
              body: {
                ...command,
                pending: true,
                command_id: 'cmd_1',
                status: 'pending',
                result: null,
              },
            },
  });
  onTestFinished(service.stop);
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const fleet = (...more: string[]) =>
    runFleet(['cloud', operation, ...words, '--follow', ...more], { env });
  const whole = await fleet();
  expect([whole.code, JSON.parse(whole.stdout)]).toEqual([0, { ...response, command_id: 'cmd_1' }]);
  if (isSkill) {
    const selector = ['--machine', 'mac_1', '--follow', '-o', 'jsonl', '--query'];
    const query = 'results[].response.content';
    const each = ['each', ...selector, query, '--', 'get-skill', '--skill', 'tea'];
    expect((await runFleet(each, { env })).stdout).toBe(`${JSON.stringify(SKILL.content)}\n`);
  }
  const events = (await fleet('-o', 'jsonl')).stdout.trimEnd().split('\n');
  const end = { record: { content: result.content }, exit_code: 0 };
  expect(JSON.parse(events.at(-1) ?? '')).toMatchObject(end);
  const content = await fleet('--query', 'content', '-o', 'raw');
  expect([content.code, content.stdout]).toEqual([0, `${result.content}\n`]);
  if (result === FILE) expect(content.stderr).toContain('The beginning of its stdout is missing');
});
