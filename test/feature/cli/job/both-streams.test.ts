import { appendFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { outputOf, startFleet } from '../../../support/run-fleet.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

/** A job that writes to stdout what is added to `said` in the folder of its machine, until there is `go`. */
async function startTalkingJob() {
  const { machine, server } = await startWholeFleet((folder) => {
    const script = `echo wrong >&2\ntouch "${folder}/said"\ntail -n +1 -f "${folder}/said" & t=$!\nwhile [ ! -e "${folder}/go" ]; do sleep 0.05; done\nkill $t`;
    return writeMachineFolder(folder, { skills: { talks: shellSkill(script) } });
  });
  const { body } = await server.tool('run_skill', { machine: 'build-01', skill: 'talks' });
  const job: string = body.job;
  const status = async () => (await server.tool('get_job', { job })).body.status;
  await expect.poll(status).toBe('running');
  // Not asked so often that the key has no requests left.
  const shows = (stream: string) =>
    expect
      .poll(async () => (await server.tool('get_job', { job })).body.output?.stream, {
        interval: 250,
      })
      .toBe(stream);
  /** Looks at the other stream, until the service shows that instead of what is followed. */
  const lookAtErrors = async () => {
    await shows('stdout');
    await server.tool('watch_job', { job, stream: 'stderr' });
    await shows('stderr');
  };
  const follow = (...args: readonly string[]) => {
    const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
    const child = startFleet(args, { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('close', resolve));
    return { output: outputOf(child), ended };
  };
  return {
    ...{ follow, job, lookAtErrors, server },
    say: (text: string) => appendFile(join(machine.folder, 'said'), `${text}\n`),
    end: () => writeFile(join(machine.folder, 'go'), ''),
  };
}

test('whoever follows a stream gets it although others look at the other one', async () => {
  proves('UI-follow-output-shared');
  const { end, follow, job, say, server } = await startTalkingJob();
  const logs = follow('job', 'logs', job, '--follow');
  const events = follow('job', 'follow', job, '-o', 'jsonl');
  await say('one');
  for (const { output } of [logs, events]) {
    await expect.poll(() => output.stdout).toContain('one');
  }
  await server.tool('watch_job', { job, stream: 'stderr' });
  await say('two');
  for (const { output } of [logs, events]) {
    await expect.poll(() => output.stdout).toContain('two');
  }
  const errors = follow('job', 'logs', job, '--stderr', '--follow');
  await end();
  expect(await Promise.all([logs, events, errors].map(({ ended }) => ended))).toEqual([0, 0, 0]);
  expect([logs.output.stdout, errors.output.stdout]).toEqual(['one\ntwo\n', 'wrong\n']);
}, 90_000);

test('that it comes late is told once, and to nobody who wants quiet', async () => {
  proves('UI-follow-output-shared');
  await Promise.all(
    [[], ['--quiet']].map(async (flags) => {
      const { end, follow, job, lookAtErrors, say } = await startTalkingJob();
      const { ended, output } = follow('job', 'logs', job, '--follow', ...flags);
      for (const line of ['one', 'two']) {
        await say(line);
        await expect.poll(() => output.stdout).toContain(line);
        if (line === 'one') await lookAtErrors();
      }
      await end();
      expect(await ended).toBe(0);
      expect(output.stdout).toBe('one\ntwo\n');
      expect(toldIn(output.stderr)).toBe(flags.length === 0 ? 1 : 0);
    }),
  );
}, 90_000);

const toldIn = (stderr: string) =>
  stderr.split('Somebody else looks at the stderr of this job').length - 1;
