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
  const follow = (...args: readonly string[]) => {
    const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
    const child = startFleet(args, { env });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = new Promise((resolve) => child.once('close', resolve));
    return { output: outputOf(child), ended };
  };
  return {
    ...{ follow, job, server },
    say: (text: string) => appendFile(join(machine.folder, 'said'), `${text}\n`),
    end: () => writeFile(join(machine.folder, 'go'), ''),
  };
}

const soon = { timeout: 20_000 };

test('whoever follows a stream gets it although others look at the other one', async () => {
  proves('UI-follow-output-shared');
  const { end, follow, job, say, server } = await startTalkingJob();
  const logs = follow('job', 'logs', job, '--follow');
  const events = follow('job', 'follow', job, '-o', 'jsonl');
  const quiet = follow('job', 'logs', job, '--follow', '--quiet');
  await say('one');
  for (const { output } of [logs, events, quiet]) {
    await expect.poll(() => output.stdout, soon).toContain('one');
  }
  await server.tool('watch_job', { job, stream: 'stderr' });
  await say('two');
  for (const { output } of [logs, events, quiet]) {
    await expect.poll(() => output.stdout, soon).toContain('two');
  }
  const errors = follow('job', 'logs', job, '--stderr', '--follow');
  await end();
  expect(await Promise.all([logs, events, quiet, errors].map(({ ended }) => ended))).toEqual([
    0, 0, 0, 0,
  ]);
  expect([logs.output.stdout, errors.output.stdout]).toEqual(['one\ntwo\n', 'wrong\n']);
  for (const { output } of [logs, events]) {
    expect(output.stderr.match(/Somebody else looks at the stderr of this job/g)).toHaveLength(1);
  }
  expect(quiet.output.stderr).toBe('');
}, 90_000);
