import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import {
  HAS_TERMINALS,
  runOnTerminal,
  type TerminalOptions,
} from '../../../support/run-on-terminal.ts';
import {
  type CommandReplies,
  QUESTION,
  reportsRunAs,
  type ServerWithMachine,
  startServerWithMachine,
  startServerWithWaitingJob,
} from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const SURE = { options: ['yes', 'no'], recommended: null, multiple: false } as const;

/** The machine takes the answer and ends the job. */
const endsJob = (fixture: () => ServerWithMachine): CommandReplies => ({
  'job.answer': ({ args }) => ({
    result: { delivered: true, resumed: false },
    jobs: [
      runReport(String(fixture().machine.received[0]?.args['job']), {
        machine_job_id: String(args['machine_job_id']),
        status: 'succeeded',
        outcome: 'done',
        headline: 'Deployed.',
      }),
    ],
  }),
});

/**
 * Runs a program as those do that give it its secrets: what the terminal sends to both comes to it twice. Here both
 * times are its own, since on a busy computer it may not get its turn between them; SIGUSR2 has it begin.
 */
const HANDS_ON_CTRL_C = `
const child = child_process.spawn(process.argv[1], process.argv.slice(2), { stdio: 'inherit' });
process.on('SIGUSR2', () => {
  child.kill('SIGINT');
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
  child.kill('SIGINT');
});
child.on('exit', (code, signal) => process.exit(signal === 'SIGINT' ? 130 : code));`;

function followOn({ server }: ServerWithMachine, job: string, options: TerminalOptions) {
  const reach = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run };
  return runOnTerminal(['job', 'follow', job], { ...options, env: { ...reach, ...options.env } });
}

test('a question is asked there and then, the recommended option first, and the job followed on', async () => {
  proves('UI-follow-live');
  const fixture = await startServerWithWaitingJob(endsJob(() => fixture));
  const { code, output } = await followOn(fixture, fixture.job, {
    env: { NO_COLOR: '1' },
    steps: [{ prompt: /Your answer[\s\S]*old/, typed: '\r' }],
  });
  expect(output).toContain('Which branch?');
  expect(output).toContain('Two are ahead.');
  expect(output).toMatch(/main.*recommended/);
  expect(fixture.machine.received.at(-1)?.args).toMatchObject({
    answer: 'main',
    options: ['main'],
  });
  expect(output).toContain('Deployed.');
  expect(code).toBe(0);
});

test('own words are an answer, and several options where the question takes them', async () => {
  proves('UI-follow-live');
  const choices = { ...QUESTION.choices, multiple: true };
  const question = { ...QUESTION, choices };
  const fixture = await startServerWithWaitingJob(
    endsJob(() => fixture),
    { question },
  );
  const { code } = await followOn(fixture, fixture.job, {
    steps: [
      { prompt: /Your answer[\s\S]*old/, typed: '\u001b[B \r' },
      { prompt: /Anything to add/, typed: 'And be quick.\r' },
    ],
  });
  expect(fixture.machine.received.at(-1)?.args).toMatchObject({
    answer: 'main\nnext\nAnd be quick.',
    options: ['main', 'next'],
  });
  expect(code).toBe(0);
});

test.each([
  ['Ctrl-C', '\u0003'],
  ['Ctrl-D', '\u0004'],
])(
  'a question that is left open by %s ends with 10 and the command for later',
  async (_name, typed) => {
    proves('UI-follow-live', 'UI-exit-10');
    const fixture = await startServerWithWaitingJob({});
    const { code, output } = await followOn(fixture, fixture.job, {
      steps: [{ prompt: /Your answer[\s\S]*old/, typed }],
    });
    expect(code).toBe(10);
    expect(output).toContain(`fleet job answer ${fixture.job}`);
  },
);

test('an agent is not asked, also in a pseudo-terminal, unless a person says that they are there', async () => {
  proves('UI-agents');
  const fixture = await startServerWithWaitingJob({});
  const agent = await followOn(fixture, fixture.job, { env: { CLAUDECODE: '1' } });
  expect(agent.code).toBe(10);
  expect(agent.output).not.toContain('\u001b[J');
  const person = await followOn(fixture, fixture.job, {
    env: { CLAUDECODE: '1', FLEET_NO_INPUT: '0' },
    steps: [{ prompt: /Your answer[\s\S]*old/, typed: '\u0003' }],
  });
  expect(person.output).toContain('Your answer');
});

test('a failed job shows the last lines of its stderr and the command for more', async () => {
  proves('UI-follow-live', 'UI-exit-9');
  const stderr = 'one\ntwo\nthree\nfour\nfive\nno space left\n';
  const fixture = await startServerWithMachine({
    answers: {
      'job.run': reportsRunAs({
        status: 'failed',
        failure: { kind: 'exit', message: 'It ended with 1.' },
      }),
      'job.artifact': () => ({
        result: { content: stderr, bytes: stderr.length, truncated: false },
      }),
    },
  });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 10 };
  const { body } = await fixture.server.tool('run_skill', run);
  const { code, output } = await followOn(fixture, body.id, {});
  expect(code).toBe(9);
  expect(output).toContain('| two\n| three\n| four\n| five\n| no space left\n');
  expect(output).not.toContain('| one');
  expect(output).toContain(`fleet job logs ${body.id} --stderr`);
});

test('an answer that the machine refused is told as that, and not as one that came too late', async () => {
  proves('UI-follow-live', 'UI-inbox');
  const message = 'The policy of this machine denies job.answer.';
  const refuses = () => ({ error: { code: 'denied_by_machine', message } });
  for (const args of [['job', 'follow'], ['inbox']]) {
    const { job, machine, server } = await startServerWithWaitingJob({ 'job.answer': refuses });
    const isInbox = args[0] === 'inbox';
    const { code, output } = await runOnTerminal(isInbox ? args : [...args, job], {
      env: { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' },
      steps: [
        ...(isInbox ? [{ prompt: /1 job waits/, typed: '\r' }] : []),
        { prompt: /Your answer[\s\S]*old/, typed: '\r' },
        // What asks once more is left.
        { prompt: /1 job waits|Your answer[\s\S]*old/, typed: '\u001b' },
      ],
    });
    expect(machine.received.map(({ type }) => type)).toContain('job.answer');
    expect(output).not.toMatch(/was faster|not sent/);
    expect([output, code]).toEqual([expect.stringContaining(message), 5]);
  }
});

test('after job answer --follow what the job asks next is answered as well', async () => {
  proves('UI-follow-live', 'UI-job-answer');
  const replies: CommandReplies = {
    'job.answer'(command) {
      if (command.args['answer'] === 'yes') {
        return endsJob(() => fixture)['job.answer']?.(command) ?? {};
      }
      const question = { text: 'Sure?', context: null, choices: SURE } as const;
      const number = String(command.args['machine_job_id']).replace(/^m-/, '');
      const jobs = [runReport(number, { status: 'waiting', question })];
      return { result: { delivered: true, resumed: false }, jobs };
    },
  };
  const fixture = await startServerWithWaitingJob(replies);
  const { job, machine, server } = fixture;
  const { code, output } = await runOnTerminal(['job', 'answer', job, 'next', '--follow'], {
    env: { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' },
    steps: [{ prompt: /Sure\?[\s\S]*Not now/, typed: '\r' }],
  });
  const answers = machine.received.filter(({ type }) => type === 'job.answer');
  expect(answers.map(({ args }) => args['answer'])).toEqual(['next', 'yes']);
  expect([output, code]).toEqual([expect.stringContaining('Deployed.'), 0]);
});

// On a busy computer what hands it on may come too late to count as the same.
test('Ctrl-C that comes once more from whoever handed it on ends nothing before the job is named', {
  retry: 3,
}, async () => {
  proves('UI-follow-live');
  const answers = { 'job.run': reportsRunAs({ status: 'running' }) };
  const fixture = await startServerWithMachine({ answers });
  const run = { machine: 'build-01', skill: 'deploy-check', wait_seconds: 1 };
  const { body } = await fixture.server.tool('run_skill', run);
  const handOn = async (_: string, pid: () => number) => {
    process.kill(pid(), 'SIGUSR2');
    return '';
  };
  const { code, output } = await followOn(fixture, body.job, {
    columns: 120,
    env: { NO_COLOR: '1' },
    by: `'${process.execPath}' -e "${HANDS_ON_CTRL_C}"`,
    steps: [{ prompt: /running[\s\S]*\u001b\[J/, typed: handOn }],
  });
  expect(code).toBe(130);
  expect(output).toContain(`Follow it with \`fleet job follow ${body.job}\``);
});
