import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, test, vi } from 'vitest';
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

/** The first block of the guide in a language. */
async function blockOf(language: string): Promise<string> {
  const text = await readFile(GUIDE, 'utf8');
  return text.split(`\`\`\`${language}\n`)[1]?.split('\n```')[0] ?? '';
}

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
  await writeFile(join(folder, 'agent.mjs'), await blockOf('js'));
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
