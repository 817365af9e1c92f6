import { expect, onTestFinished, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedResponse,
  startScriptedService,
} from '../../../support/scripted-service.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

const eventsOf = (stdout: string) =>
  stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

const outputs = (stdout: string) =>
  eventsOf(stdout)
    .filter(({ event }) => event === 'output')
    .map(({ gap, stream, text }) => ({ gap, stream, text }));

const WHOLE = [{ gap: false, stream: 'stdout', text: 'one\ntwo\n' }];
const GAP = [{ gap: true, stream: 'stdout', text: '' }];

test('what a job wrote that was over before anybody saw it is told at its end', async () => {
  proves('UI-follow-output-unseen');
  const skills = { quick: shellSkill('echo one; echo two'), silent: shellSkill('true') };
  const { server } = await startWholeFleet((folder) => writeMachineFolder(folder, { skills }));
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const follow = async (...args: readonly string[]) =>
    (await runFleet([...args, '-o', 'jsonl'], { env })).stdout;
  const run = ['cloud', 'run-skill', 'build-01', 'quick', '--follow'];
  const followed = await follow(...run);
  expect(outputs(followed)).toEqual(WHOLE);
  // The service waits for its end, and nothing is looked up.
  const waited = eventsOf(await follow(...run, '--wait-seconds', '20'));
  expect(waited.map(({ event, job, text }) => [event, typeof job, text])).toEqual([
    ['state', 'string', undefined],
    ['output', 'string', 'one\ntwo\n'],
    ['end', 'string', undefined],
  ]);
  const { job } = eventsOf(followed)[0];
  expect(outputs(await follow('job', 'follow', job))).toEqual(WHOLE);
  const silent = await follow('cloud', 'run-skill', 'build-01', 'silent', '--follow');
  expect(outputs(silent)).toEqual([]);
  env.FLEET_API_KEY = server.keys.read;
  expect(outputs(await follow('job', 'follow', job))).toEqual(GAP);
}, 60_000);

const ENDED = {
  id: 'job_1',
  state: 'done',
  status: 'succeeded',
  started_at: '2030-01-01T00:00:00Z',
};
const CUT = { content: 'two\n', truncated: true };
const NOT_THERE = problemResponse(404, 'not_found');

test.each<[string, object, ScriptedResponse, readonly object[]]>([
  ['a cut file', {}, { body: CUT }, [{ gap: true, stream: 'stdout', text: 'two\n' }]],
  ['a file that is gone', {}, NOT_THERE, GAP],
  ['a file that is kept back', {}, { body: { content: null, withheld: true } }, GAP],
  ['a job that never began', { status: 'cancelled', started_at: null }, NOT_THERE, []],
  [
    'a process that left a question',
    { state: 'needs_input' },
    { body: { content: '1' } },
    [{ gap: false, stream: 'stdout', text: '1' }],
  ],
  ['a job that waits', { state: 'needs_input', status: 'waiting' }, { body: { content: '1' } }, []],
])(
  'at the end of a job of which nothing was seen, %s is told as what it is',
  async (_name, more, file, told) => {
    proves('UI-follow-output-unseen');
    const service = await startScriptedService({
      tools: [
        {
          name: 'get_job',
          class: 'read',
          input_schema: { type: 'object', properties: { job: {} } },
        },
      ],
      answer: ({ path }) =>
        path.endsWith('/get_job_artifact') ? file : { body: { ...ENDED, ...more } },
    });
    onTestFinished(service.stop);
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const { stdout } = await runFleet(['job', 'follow', 'job_1', '-o', 'jsonl'], { env });
    expect(outputs(stdout)).toEqual(told);
  },
  60_000,
);
