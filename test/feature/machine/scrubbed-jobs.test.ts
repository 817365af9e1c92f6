import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-artifact-scrubbed');

/** As long as the base64 of a private key or a kubeconfig: more lines than a result is taken from. */
const LONG = `-----BEGIN KEY-----\n${randomBytes(800).toString('hex')}\n`;
const LINES = Buffer.from(LONG).toString('base64').match(/.{64}/g) ?? [];

/** Writes the secret as `openssl base64` does, a line at a time, and ends when told. */
function lineByLine(to = ''): string {
  const write = 'while read -r line; do printf "%s\\n" "$line"; sleep 0.002; done';
  return `{ echo begins; printf %s "$KEY" | base64 -w 64 | ${write}; }${to}`;
}

test.each([
  ['stdout is the result', '', '', { status: 'succeeded' }],
  ['stderr is the reason', ' >&2', 'exit 3', { failure: { kind: 'exit_code' } }],
])(
  'base64 of a long secret that %s is taken out, also where it comes line by line',
  async (_, to, end, told) => {
    const machine = await startTestMachine({
      secrets: { KEY: LONG },
      skills: { print: shellSkill(`${lineByLine(to)}\n${end}`, '  secret: KEY\n') },
    });
    const id = await machine.cloud.run('print');
    const job = await machine.cloud.job(id, isOver);
    expect(job).toMatchObject({ ...told, headline: expect.stringContaining('[scrubbed]') });
    const stream = to === '' ? 'stdout' : 'stderr';
    const { content } = await fetchArtifact(machine, id, stream);
    expect(content).toMatch(/^begins\n\[scrubbed\]/);
    const shown = JSON.stringify(machine.cloud.syncs) + content;
    expect(LINES.filter((line) => shown.includes(line))).toEqual([]);
  },
);

const TEXT = `${'word '.repeat(36)}very-secret-value-0123456789 and more`;

test.each([
  ['its payload', shellSkill('true', '  title: "{{payload.text}}"\n')],
  [
    'the description of its skill',
    `---\nname: say\ndescription: ${TEXT}\nfleet:\n${shellSkill('true')}`,
  ],
])('a secret across the cut of a title from %s is taken out before', async (_, say) => {
  const secrets = { KEY: 'very-secret-value-0123456789' };
  const machine = await startTestMachine({ secrets, skills: { say } });
  const id = await machine.cloud.run('say', { payload: { text: TEXT } });
  const job = await machine.cloud.job(id, isOver);
  expect(job.title).toBe(`${'word '.repeat(36)}[scrubbed] and more`.slice(0, 200));
  expect(JSON.stringify(machine.cloud.syncs)).not.toContain('very-secret');
});
