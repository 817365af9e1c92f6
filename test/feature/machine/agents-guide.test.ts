import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { blocksOf } from '../../support/docs/markdown.ts';
import { isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const GUIDE = new URL('../../../docs/agents.md', import.meta.url);

/** Replies as Claude Code does with `--output-format json`: at first with a question, then with what it was told. */
const STAND_IN = `#!/usr/bin/env node
const words = process.argv.slice(2);
const after = (name) => words[words.indexOf(name) + 1];
const input = require('node:fs').readFileSync(0, 'utf8').trim();
const isResumed = words.includes('--resume');
const session_id = isResumed ? after('--resume') + '-2' : after('--session-id');
const question = 'It is bad.\\nASK {"text": "Urgent?", "options": ["yes", "no"]}';
console.log(JSON.stringify({
  type: 'result', subtype: 'success', is_error: false,
  result: isResumed ? 'Decided\\nby ' + session_id + ': ' + input : question,
  session_id, total_cost_usd: 0.25, usage: { input_tokens: 100, output_tokens: 20 },
}));
`;

const SMALL_SKILL = `---
name: small
description: Is read by the smallest program of the guide
fleet:
  runner: agent_a
---
Read this.
`;

/** A block of the guide in a language, counted from 0. */
async function blockOf(language: string, index = 0): Promise<string> {
  const text = await readFile(GUIDE, 'utf8');
  return blocksOf(text).filter((block) => block.language === language)[index]?.text ?? '';
}

test('the smallest program of docs/agents.md reports progress, a link and a result', async () => {
  proves('AGENT-guide');
  const { cloud, folder } = await startTestMachine({
    config: 'mode: control\nrunners: { agent_a: { command: [node, ./small.mjs] } }\n',
    skills: { small: SMALL_SKILL },
  });
  await writeFile(join(folder, 'small.mjs'), await blockOf('js'));
  const id = await cloud.run('small', { payload: { who: 'Ada' } });
  expect(await cloud.job(id, isOver)).toMatchObject({
    status: 'succeeded',
    headline: expect.stringMatching(/^Read \d+ characters for Ada$/),
    progress: { message: 'Reading', percent: 50, step: 'read' },
    links: [{ kind: 'document', title: 'The report', url: 'https://example.com/report' }],
  });
  expect(await cloud.job(await cloud.run('small'), isOver)).toMatchObject({
    headline: expect.stringMatching(/ for nobody$/),
  });
});

test('the machine of docs/agents.md asks a person and goes on with the same session', async () => {
  proves('AGENT-guide');
  const programs = newTemporaryFolder();
  await mkdir(programs, { recursive: true });
  await writeFile(join(programs, 'claude'), STAND_IN);
  await chmod(join(programs, 'claude'), 0o755);
  vi.stubEnv('PATH', `${programs}${delimiter}${process.env['PATH']}`);
  const { cloud, folder } = await startTestMachine({
    config: await blockOf('yaml'),
    skills: { triage: await blockOf('markdown') },
  });
  await writeFile(join(folder, 'agent.mjs'), await blockOf('js', 1));
  const id = await cloud.run('triage', { payload: { title: 'Slow' } });
  const asking = await cloud.job(id, isOver);
  expect(asking).toMatchObject({
    title: 'Triage Slow',
    status: 'waiting',
    question: { text: 'Urgent?', context: 'It is bad.', choices: { options: ['yes', 'no'] } },
    cost_usd: 0.25,
  });
  const answer = { machine_job_id: id, answer: 'Not yet.', options: ['no'], by: 'Ada' };
  await cloud.send('job.answer', answer);
  expect(await cloud.job(id, ({ status }) => status === 'succeeded')).toMatchObject({
    headline: 'Decided',
    summary: expect.stringMatching(/^Decided\nby [0-9a-f-]{36}-2: no\nNot yet\.$/),
    cost_usd: 0.5,
    tokens: { input: 200, output: 40 },
  });
  vi.unstubAllEnvs();
});
