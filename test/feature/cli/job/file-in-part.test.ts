import { expect, onTestFinished, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

test('a file of which the machine sends a part is said to be that where the answer is not printed', async () => {
  proves('UI-file-in-part');
  const skills = { loud: shellSkill('head -c 300000 /dev/zero | tr "\\0" x') };
  const { server } = await startWholeFleet((folder) => writeMachineFolder(folder, { skills }));
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const input = { machine: 'build-01', skill: 'loud', wait_seconds: 20 };
  const { id } = (await server.tool('run_skill', input)).body;
  const get = ['cloud', 'get-job-artifact', id, '--artifact', 'stdout'];
  const run = (...args: readonly string[]) => runFleet(args, { env });
  const missing = 'The beginning of its stdout is missing: 262144 of 300000 bytes were sent.\n';
  for (const shown of [
    ['-o', 'raw', '--query', 'content'],
    ['--columns', 'content'],
    ['--query', 'content', '--follow'],
  ]) {
    const { code, stderr, stdout } = await run(...get, ...shown);
    expect([code, stderr.replace(/^--follow did.*\n/m, '')]).toEqual([0, missing]);
    expect(stdout).toContain('xxx');
  }
  for (const shown of [
    ['-o', 'raw'],
    ['--query', '[content, truncated]'],
    ['-o', 'raw', '--query', 'content', '--quiet'],
  ]) {
    expect(await run(...get, ...shown)).toMatchObject({ code: 0, stderr: '' });
  }
  const answer = (await server.tool('get_job_artifact', { job: id, artifact: 'stdout' })).body;
  const late = [
    'cloud',
    'get-command',
    answer.command_id,
    '-o',
    'raw',
    '--query',
    'result.content',
  ];
  expect(await run(...late)).toMatchObject({ code: 0, stderr: missing });
  expect((await run(...late, '--follow')).stderr).toContain(missing);
}, 90_000);

const LEFT_OUT = '[the rest of this text is left out]';

test('a result that is longer than the record of its job has is said to be cut, and where more of it is', async () => {
  proves('UI-file-in-part');
  const skills = {
    long: shellSkill('head -c 300000 /dev/zero | tr "\\0" x > "$FLEET_RESULT_FILE"'),
    whole: shellSkill('head -c 65536 /dev/zero | tr "\\0" x > "$FLEET_RESULT_FILE"'),
    cut: shellSkill('head -c 65537 /dev/zero | tr "\\0" x > "$FLEET_RESULT_FILE"'),
  };
  const { server } = await startWholeFleet((folder) => writeMachineFolder(folder, { skills }));
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const run = (...args: readonly string[]) => runFleet(args, { env });
  const idOf = async (skill: string) => {
    const input = { machine: 'build-01', skill, wait_seconds: 20 };
    return (await server.tool('run_skill', input)).body.id;
  };
  const id = await idOf('long');
  const get = `fleet cloud get-job-artifact ${id} --artifact result`;
  const told = `The end of its result is missing: 65536 of 300001 bytes were sent. Up to 256 KiB: ${get}\n`;
  for (const words of [
    ['cloud', 'get-job', id, '--query', 'result', '-o', 'raw'],
    ['cloud', 'get-job', id, '-o', 'json'],
    ['job', 'follow', id, '--columns', 'result', '-o', 'csv'],
  ]) {
    const { code, stderr, stdout } = await run(...words);
    const lines = stderr.replace(/^job job_.*\n/, '');
    expect([code, stdout.includes(LEFT_OUT), lines]).toEqual([0, true, told]);
  }
  // Where nothing is said beside it, the text says it.
  const events = await run('job', 'follow', id, '-o', 'jsonl');
  expect([events.code, events.stdout.includes(LEFT_OUT)]).toEqual([0, true]);
  expect((await run('cloud', 'get-job', id, '--quiet', '-o', 'json')).stderr).toBe('');
  const whole = await run('cloud', 'get-job', await idOf('whole'), '-o', 'json');
  expect([whole.stdout.includes('x'.repeat(65_536)), whole.stderr]).toEqual([true, '']);
  const cut = await run('cloud', 'get-job', await idOf('cut'), '-o', 'json');
  expect([cut.stdout.includes(LEFT_OUT), cut.stderr]).toEqual([
    true,
    expect.stringContaining('The end of its result is missing: 65536 of 65538 bytes were sent.'),
  ]);
}, 90_000);

test.each([
  [
    { artifact: 'prompt', bytes: 9, truncated: true },
    'The end of its prompt is missing: 3 of 9 bytes were sent.\n',
  ],
  [{ artifact: 'plan\u001b[2J', truncated: true }, 'The end of its plan is missing.\n'],
  [
    { truncated: true, next_before: 'x' },
    'It is not whole.\nThere is more: --all shows the whole list.\n',
  ],
  [{ truncated: false, bytes: 9 }, ''],
  [
    { withheld: true },
    'Its content is withheld: the organisation does not let the service keep it.\n',
  ],
  [{ job: { result: 'x'.repeat(65_536) } }, 'The end of its result is missing.\n'],
  [{ job: { result: 'é'.repeat(65_536), artifacts: [{ name: 'result', bytes: 131_072 }] } }, ''],
  [{ truncated: 'no' }, ''],
])(
  'what another service says of a part is told as far as it says it (%#)',
  async (more, told) => {
    proves('UI-file-in-part');
    const service = await startScriptedService({
      tools: [{ name: 'read_it', class: 'read', input_schema: { type: 'object', properties: {} } }],
      answer: () => ({ body: { content: 'abc', ...more } }),
    });
    onTestFinished(service.stop);
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const { code, stderr, stdout } = await runFleet(
      ['cloud', 'read-it', '-o', 'raw', '--query', 'content'],
      { env },
    );
    expect([code, stdout, stderr]).toEqual([0, 'abc\n', told]);
  },
  30_000,
);

test('of which list a status has a part is said on stderr, where a program reads it', async () => {
  proves('UI-list-in-part');
  const jobs = (count: number, state: string) =>
    Array.from({ length: count }, (_, at) => ({ id: `job_${at}`, state, status: 'failed' }));
  const lists: Readonly<Record<string, object>> = {
    needs_input: { jobs: jobs(20, 'needs_input'), next_offset: 20 },
    in_progress: { jobs: jobs(3, 'in_progress'), next_offset: null },
  };
  const needs_attention = { failed_jobs: jobs(20, 'failed'), rejected_deliveries: [] };
  const service = await startScriptedService({
    tools: [],
    answer: ({ body, path }) => {
      const { view } = JSON.parse(body);
      if (path.endsWith('describe_cloud')) return { body: { machines: [], needs_attention } };
      return { body: { ...lists[view], counts: { needs_input: 57, in_progress: 3 } } };
    },
  });
  onTestFinished(() => service.stop());
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const told = async (...args: string[]) => {
    const { code, stderr } = await runFleet(['status', ...args], { env });
    expect(code).toBe(0);
    return stderr;
  };
  const waiting = 'The list waiting has 20 of 57. More of them: fleet inbox --all\n';
  const failing =
    'The list failing.jobs has the newest 20 at most. More of them: fleet cloud list-jobs --status failed --all\n';
  expect(await told()).toBe(waiting + failing);
  expect(await told('--query', 'waiting[].id', '-o', 'tsv')).toBe(waiting);
  for (const query of ['length(failing.jobs)', 'failing', 'failing | length(jobs)', '"failing"']) {
    expect(await told('--query', query)).toBe(failing);
  }
  for (const query of ['@', '$', '*.jobs', 'values(@)']) {
    expect(await told('--query', query)).toBe(waiting + failing);
  }
  for (const shown of [
    ['--query', 'counts.waiting'],
    ['--query', 'running'],
    ['-o', 'table'],
    ['--quiet'],
  ]) {
    expect(await told(...shown)).toBe('');
  }
});
