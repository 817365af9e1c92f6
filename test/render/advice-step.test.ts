import { expect, test } from 'vitest';
import { adviceOf, adviceStepText } from '../../src/render/advice-step.ts';
import { proves } from '../support/proves.ts';

const facts = { code: 'timed_out', title: 'The service did not respond in time' };

test('a lost response of an action is looked up by its request id', () => {
  proves('UI-lost-answer');
  const before = 'It may have run and was not sent again. Before repeating it, look it up with ';
  const lookUp = (by: string) => adviceStepText({ step: 'look_up_action', requestId: 'cli-1', by });
  expect(lookUp('list_jobs')).toBe(`${before}\`fleet cloud list-jobs\` (request id cli-1).`);
  expect(lookUp('list_audit_log')).toBe(
    `${before}\`fleet cloud list-audit-log\` (request id cli-1), for which the key needs fleet:admin.`,
  );
});

test.each([
  ['job', 'job_1', '`fleet job follow job_1`'],
  ['command', 'cmd 1', '`fleet cloud get-command ID --follow`'],
  ['unknown', '$(x)', '`fleet cloud get-command ID --follow`'],
] as const)('%s %s is followed with %s', (kind, id, command) => {
  expect(adviceStepText({ step: 'follow', kind, id })).toContain(command);
});

test.each([
  ['Deploy to staging?', " --match-question 'Deploy to staging?'"],
  [' Which\n one', " --match-question 'Which one'"],
  ['Überall?', " --match-question 'Überall?'"],
  ["Don't stop", " --match-question 'Dont stop'"],
  ['Run it’; rm -rf ~', " --match-question 'Run it rm -rf'"],
  ['Say "x" && $(id)', " --match-question 'Say x id'"],
  ['Run `make`?', " --match-question 'Run make?'"],
  [`Deploy ${'again '.repeat(40)}`, ` --match-question 'Deploy${' again'.repeat(32)}...'`],
  ['x'.repeat(210), ` --match-question ${'x'.repeat(200)}...`],
  ['"', ''],
  ['--yes', ' --match-question yes'],
  ['a\u3164b', ' --match-question ab'],
  ['ℹ️ Deploy 🚀?', " --match-question 'ℹ Deploy ?'"],
  ['', ''],
])('a job that asks %j is answered with%s', (question, flag) => {
  proves('UI-answer-command');
  const text = adviceStepText({ step: 'answer', job: 'job_1', question });
  expect(text).toBe(`A person is needed. Answer with \`fleet job answer job_1${flag}\`.`);
});

test('a machine whose name a shell takes apart is not repeated in a command', () => {
  const step = { step: 'replace_secret', machine: 'a;b', name: 'KEY' } as const;
  expect(adviceStepText(step)).toBe('Replace it with: fleet secret new MACHINE KEY --force');
});

test('a listen address that others reach names the flag that allows it', () => {
  proves('UI-serve-public');
  expect(adviceStepText({ step: 'allow_public_address' })).toContain('--public');
});

test('advice is the words of the failure and one line for each step', () => {
  expect(adviceOf(facts)).toBeUndefined();
  expect(adviceOf({ ...facts, advice: 'Wait.', next: [{ step: 'list_secrets' }] })).toBe(
    'Wait.\nSee fleet secret list.',
  );
});
