import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const [COLUMNS, ROWS] = [80, 24];
const WORDS = `It ${'is '.repeat(3000)}the list that was renewed. Continue?`;
const SOLID = 'x'.repeat(5000);

/** What a terminal of 24 rows still shows with the question at its end. */
function lastScreen(output: string, question: RegExp): string {
  const end = question.exec(output);
  const shown = output.slice(0, (end?.index ?? 0) + (end?.[0].length ?? 0));
  const rows = shown
    .split('\n')
    .flatMap((line) => line.match(new RegExp(`.{1,${COLUMNS}}`, 'gu')) ?? ['']);
  return rows.slice(-ROWS).join('\n');
}

interface Talkative {
  readonly description: string;
  readonly machines: readonly { readonly id: string; readonly name: string }[];
}

async function startService({ description, machines }: Talkative) {
  const text = { type: 'string' };
  const tool = (name: string, ...members: readonly string[]) => ({
    name,
    description,
    class: 'destructive',
    input_schema: {
      type: 'object',
      properties: Object.fromEntries(members.map((member) => [member, text])),
    },
  });
  const service = await startScriptedService({
    tools: [tool('cancel_job', 'job'), tool('delete_skill', 'machine', 'skill')],
    answer: ({ path }) =>
      path.startsWith('/api/v1/machines')
        ? { body: { machines: machines.map((each) => ({ ...each, status: 'online' })) } }
        : { body: {} },
  });
  onTestFinished(() => service.stop());
  return service;
}

const MANY = Array.from({ length: 60 }, (_, at) => ({ id: `mac_${at}`, name: `build-${at}` }));
/** A column each, and 46 characters. */
const MARKED = Array.from({ length: 60 }, () => `·${'\u0332'.repeat(45)}`).join(' ');
const LONG = Array.from({ length: 6 }, (_, at) => ({ id: `mac_${at}`, name: `build-${SOLID}` }));

test.each<[string, Talkative, readonly string[], string]>([
  ['a description', { description: WORDS, machines: [] }, [], ''],
  ['one of a single word', { description: SOLID, machines: [] }, [], ''],
  ['one of words with many marks', { description: MARKED, machines: [] }, [], ''],
  ['many machines', { description: WORDS, machines: MANY }, ['each'], 'on 60 machines'],
  ['long names', { description: SOLID, machines: LONG }, ['each'], 'on 6 machines'],
])(
  'what is asked and at which service stands with the question, however long is %s',
  async (_what, talkative, [isEach], on) => {
    proves('UI-confirm-in-sight');
    const service = await startService(talkative);
    const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
    const args =
      isEach === undefined
        ? ['cloud', 'cancel-job', '--job', 'job_1']
        : ['each', '--machine', '*', '--', 'delete-skill', '--skill', 'tidy'];
    const effect =
      isEach === undefined ? 'cancel-job: job job_1' : `delete-skill: skill tidy, ${on}`;
    const prompt =
      isEach === undefined
        ? /cancel-job is destructive\. Continue\? \[y\/N\] /
        : /delete-skill is destructive\. Type delete-skill to continue: /;
    const { code, output } = await runOnTerminal(args, { env, prompt, typed: '\r' });
    expect(output).toMatch(prompt);
    const screen = lastScreen(output, prompt);
    expect(screen).toContain(`At ${service.baseUrl}`);
    expect(screen).toContain(effect);
    // Nothing is kept from who looks further up.
    for (const { id } of talkative.machines) expect(output).toContain(id);
    expect(code).toBe(3);
  },
);
