import { expect, onTestFinished, test } from 'vitest';
import { parseJson } from '../../../src/base/json/lossless.ts';
import { shellSkill } from '../../support/machine/machine-folder.ts';
import { fetchArtifact, isOver } from '../../support/machine/read-jobs.ts';
import { startTestMachine } from '../../support/machine/test-machine.ts';
import { proves } from '../../support/proves.ts';

test('LIM-artifact-size: output is capped on disk and cut to 256 KiB on the way, at a character', async () => {
  const machine = await startTestMachine({
    config: 'mode: control\noutput_bytes_max: 1024\n',
    skills: {
      loud: shellSkill(
        `printf 'first\\n'; i=0; while [ $i -lt 7000 ]; do printf 'ääääääääääääääääääääääääääääää%s\\n' x; i=$((i+1)); done; printf 'last'`,
      ),
    },
  });
  const id = await machine.cloud.run('loud');
  await machine.cloud.job(id, isOver);
  const kept = await machine.file(`jobs/${id}/stdout`);
  expect(kept.startsWith('first\n')).toBe(true);
  expect(kept).toContain(' bytes left out]');
  expect(Buffer.byteLength(kept)).toBeLessThan(1024 + 256 * 1024 + 100);
  const { content, bytes, truncated } = await fetchArtifact(machine, id, 'stdout');
  expect(truncated).toBe(true);
  expect(bytes).toBe(Buffer.byteLength(kept));
  expect(Buffer.byteLength(content)).toBeLessThanOrEqual(262_144);
  expect(Buffer.byteLength(content)).toBeGreaterThan(262_140);
  expect(content.endsWith('last')).toBe(true);
  expect(content).not.toContain('\uFFFD');
});

test('LIM-artifact-size: output beyond the cap has its end also where a process that is left keeps it open', async () => {
  const machine = await startTestMachine({
    config: 'mode: control\noutput_bytes_max: 1024\n',
    skipUpToMs: 1_000,
    skills: {
      loud: shellSkill(
        `setsid sh -c 'echo $$ > left; exec sleep 600' &\nuntil [ -s left ]; do sleep 0.05; done\n` +
          `echo first; yes 'a line of text' | head -n 30000; echo last`,
      ),
    },
  });
  const id = await machine.cloud.run('loud');
  onTestFinished(async () => {
    process.kill(Number(await machine.file('skills/loud/left')));
  });
  const job = await machine.cloud.job(id, isOver);
  expect(job).toMatchObject({ status: 'succeeded', headline: 'last' });
  const kept = await machine.file(`jobs/${id}/stdout`);
  expect(kept.slice(0, 6)).toBe('first\n');
  const leftOut = 'first\nlast\n'.length + 30_000 * 15 - 1024 - 256 * 1024;
  expect(kept.slice(1024, 1064)).toContain(`\n[${leftOut} bytes left out]\n`);
  expect(kept.slice(-20)).toBe('a line of text\nlast\n');
}, 30_000);

test('output that is no UTF-8 is kept byte for byte and shown as text', async () => {
  const machine = await startTestMachine({
    skills: { bytes: shellSkill(`printf 'a\\377\\376b\\n'`) },
  });
  const id = await machine.cloud.run('bytes');
  await machine.cloud.job(id, isOver);
  const { content, bytes, truncated } = await fetchArtifact(machine, id, 'stdout');
  expect({ content, bytes, truncated }).toEqual({
    content: 'a\uFFFD\uFFFDb\n',
    bytes: 5,
    truncated: false,
  });
});

test('RULE-7: the value of a secret and whatever looks like a key stay on the machine', async () => {
  proves('FIELD-artifact-scrubbed');
  const value = 'very-secret-value-1';
  const machine = await startTestMachine({
    config: `mode: control\nrepositories: [{ name: a, url: "https://x:${value}@git.example.com/a" }]\n`,
    secrets: { DEPLOY_TOKEN: value },
    skills: {
      leak: shellSkill(
        [
          'echo "token $DEPLOY_TOKEN"',
          'printf "%s" "$DEPLOY_TOKEN" | base64 >&2',
          'echo "Authorization: Bearer abcdefghijklmnop" > "$FLEET_RESULT_FILE"',
          `echo "::progress {\\"message\\": \\"using $DEPLOY_TOKEN\\"}"`,
          'cat; test -n "$DEPLOY_TOKEN"',
        ].join('\n'),
        '  secret: DEPLOY_TOKEN\n  title: "With {{payload.note}}"\n',
      ),
    },
  });
  const { cloud } = machine;
  const payload = { key: 'fleet_abcd1234_ABCDEFGHIJKLMNOP', note: value };
  const id = await cloud.run('leak', { payload });
  await cloud.job(id, isOver);
  for (const name of ['stdout', 'stderr', 'result', 'payload', 'event', 'job.json']) {
    const text = await machine.file(`jobs/${id}/${name}`);
    expect(text, name).not.toMatch(/very-secret|dmVyeS1zZWNyZXQ|abcdefghijklmnop|ABCDEFGHIJKLMNOP/);
  }
  expect(await machine.file(`jobs/${id}/stdout`)).toContain('token [scrubbed]\n');
  await cloud.send('config.get');
  await cloud.send('skill.get', { skill: 'leak' });
  expect(JSON.stringify([cloud.syncs, [...cloud.results]])).not.toContain('very-secret');
  expect(machine.log.join('\n')).not.toContain('very-secret');
});

test('a job goes on after its question with the payload as it came, which is scrubbed at its end', async () => {
  proves('FIELD-artifact-scrubbed', 'STATE-job');
  const machine = await startTestMachine({
    skills: {
      deploy: shellSkill(
        [
          'cat "$FLEET_PAYLOAD_FILE" >> seen',
          'if [ -f "$FLEET_ANSWER_FILE" ]; then exit 0; fi',
          `echo '{"ask":{"text":"Deploy?"}}' >> "$FLEET_COMMANDS_FILE"`,
        ].join('\n'),
      ),
    },
  });
  const { cloud } = machine;
  const text = '{"id":12345678901234567890,"branch":"sk-learn-integration-tests"}';
  const id = await cloud.run('deploy', { payload: parseJson(text) });
  const asked = await cloud.job(id, ({ question }) => question !== null);
  const words = { answer: 'yes', options: [], by: 'Ada', resume: 'auto' };
  const answer = { machine_job_id: asked.machine_job_id, ...words };
  expect((await cloud.send('job.answer', answer)).error).toBe(null);
  await cloud.job(id, isOver);
  const seen = await machine.file('skills/deploy/seen');
  expect(seen).toBe(text.repeat(2));
  expect(await machine.file(`jobs/${id}/payload`)).toBe(
    '{"id":12345678901234567890,"branch":"[scrubbed]"}',
  );
});

test('an artifact that a job does not have is an error', async () => {
  const { cloud } = await startTestMachine({ skills: { quick: shellSkill('true') } });
  const id = await cloud.run('quick');
  await cloud.job(id, isOver);
  const args = { machine_job_id: id, artifact: 'prompt' };
  expect((await cloud.send('job.artifact', args)).error?.code).toBe('unknown_artifact');
  const none = { machine_job_id: '../..', artifact: 'stdout' };
  expect((await cloud.send('job.artifact', none)).error?.code).toBe('unknown_job');
});
