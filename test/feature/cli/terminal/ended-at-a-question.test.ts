import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';
import { startServerWithWaitingJob } from '../../../support/server-with-machine.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: [
      {
        name: 'cancel_job',
        class: 'destructive',
        input_schema: { type: 'object', properties: { job: { type: 'string' } } },
      },
      {
        name: 'delete_skill',
        class: 'destructive',
        input_schema: { type: 'object', properties: { skill: { type: 'string' } } },
      },
    ],
  });
});
afterAll(() => service.stop());

const HIDE = '\u001b[?25l';
const SHOW = '\u001b[?25h';

/** Types nothing, and ends the program. */
async function terminate(_output: string, pid: () => number): Promise<string> {
  process.kill(pid(), 'SIGTERM');
  return '';
}

test.each([
  [['cloud', 'cancel-job', '--job', 'job_1'], /\[y\/N\]/],
  [['cloud', 'delete-skill', '--skill', 'tea'], /Type tea to continue:/],
  [['auth', 'login', '--store', 'file'], /API key for \S+ \(profile default\): /],
])('SIGTERM ends %j while its question stands', async (args, prompt) => {
  proves('UI-exit-130');
  const { code, output } = await runOnTerminal(args, {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1', NO_COLOR: '1' },
    steps: [{ prompt, typed: terminate }],
  });
  expect(output).toMatch(/^fleet: Ended by SIGTERM$/m);
  const acted = service.calls().filter(({ path }) => !path.endsWith('/list_jobs'));
  expect([code, acted]).toEqual([143, []]);
});

test.each([
  [['inbox'], []],
  [['job', 'follow'], [/own words[\s\S]*Not now/]],
])('SIGTERM ends %j while a choice stands, and shows the cursor again', async (words, prompts) => {
  proves('UI-exit-130');
  const { server, machine, job } = await startServerWithWaitingJob({});
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.run, NO_COLOR: '1' };
  const args = words.includes('follow') ? [...words, job] : words;
  const { code, output } = await runOnTerminal(args, {
    env,
    steps: [{ prompt: prompts[0] ?? /waits for a person[\s\S]*Which branch/, typed: terminate }],
  });
  expect(code).toBe(143);
  expect(output.split(HIDE).length).toBe(output.split(SHOW).length);
  expect(machine.received.filter(({ type }) => type === 'job.answer')).toEqual([]);
});

test("Ctrl-C is the editor's: two of them left it on the terminal beside the shell", async () => {
  proves('UI-interrupt');
  const { server, machine, job } = await startServerWithWaitingJob({});
  const ctrlC = 'kill -INT 0; sleep 0.1';
  const env = {
    FLEET_BASE_URL: server.baseUrl,
    FLEET_API_KEY: server.keys.run,
    EDITOR: `trap : INT; ${ctrlC}; ${ctrlC}; echo main >`,
  };
  const { code } = await runOnTerminal(['job', 'answer', job, '--edit'], { env });
  expect(code).toBe(0);
  const sent = machine.received.filter(({ type }) => type === 'job.answer');
  expect(sent).toMatchObject([{ args: { answer: 'main' } }]);
});

test('nobody is asked in the background: timeout in a script puts it there, and could not end it', async ({
  skip,
}) => {
  proves('UI-exit-130');
  skip(process.platform !== 'linux', 'only Linux says that a process is in the background');
  const { server, job } = await startServerWithWaitingJob({});
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin, NO_COLOR: '1' };
  const run = (args: readonly string[]) =>
    runOnTerminal(args, { env, by: 'timeout -k 1 8', after: 'exit $?' });
  const [cancelled, followed, listed] = await Promise.all([
    run(['cloud', 'cancel-job', job]),
    run(['job', 'follow', job]),
    run(['inbox']),
  ]);
  expect(cancelled.output).toContain('Nothing was sent.');
  expect(followed.output).toContain('fleet job answer');
  expect([cancelled.code, followed.code, listed.code]).toEqual([2, 10, 0]);
});
