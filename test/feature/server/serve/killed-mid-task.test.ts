import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { expect, onTestFinished, test } from 'vitest';
import { asked } from '../../../support/bridge/asking-task.ts';
import { askHosted, RUN } from '../../../support/bridge/hosted-tasks.ts';
import { databaseOf } from '../../../support/postgres/test-database.ts';
import { proves } from '../../../support/proves.ts';
import { startFleet } from '../../../support/run-fleet.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { QUESTION } from '../../../support/server-with-machine.ts';
import { runReport } from '../../../support/sync-reports.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';
import { startTestServer } from '../../../support/test-server.ts';

/** A real `fleet serve` on the folder, as the caller with this key reaches it. */
async function serve(dataFolder: string, key: string) {
  const database = await databaseOf(dataFolder);
  const place = database === undefined ? ['--data', dataFolder] : ['--database', database];
  const child = startFleet(['serve', '--json', '--listen', '127.0.0.1:0', ...place]);
  onTestFinished(() => void child.kill('SIGKILL'));
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const baseUrl: string = JSON.parse(line).base_url;
  const call: Parameters<typeof askHosted>[0]['call'] = async (path, { body, headers } = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, text, body: JSON.parse(text) };
  };
  return { baseUrl, call, kill: () => child.kill('SIGKILL') && once(child, 'close') };
}

test('a task goes on in the next process after its server was killed, with the no of its person', async () => {
  proves('TASK-any-process', 'TASK-hosted-id');
  const dataFolder = newTemporaryFolder();
  const made = await startTestServer({ dataFolder });
  const { keys, machineToken: token } = made;
  await made.close();
  const first = await serve(dataFolder, keys.run);
  const machine = scriptMachine({ baseUrl: first.baseUrl, token });
  await machine.sync();
  const call = { name: 'run_skill', arguments: RUN };
  const { taskId } = (await askHosted(first, 'tools/call', call)).result;
  const job = taskId.split(':')[2];
  await machine.sync();
  const asks = { status: 'waiting', question: QUESTION, timeline: asked('12:00') } as const;
  await machine.sync({ jobs: [runReport(job, asks)] });
  const { inputRequests } = (await askHosted(first, 'tasks/get', { taskId })).result;
  const [key = ''] = Object.keys(inputRequests);
  const inputResponses = { [key]: { action: 'decline' } };
  await askHosted(first, 'tasks/update', { taskId, inputResponses });
  await first.kill();
  const second = await serve(dataFolder, keys.run);
  const { status, statusMessage } = (await askHosted(second, 'tasks/get', { taskId })).result;
  expect([status, statusMessage.includes('answer_job')]).toEqual(['working', true]);
  const again = scriptMachine({ baseUrl: second.baseUrl, token });
  const done = { status: 'succeeded', outcome: 'done', headline: 'Deployed' } as const;
  await again.sync({ jobs: [runReport(job, done)] });
  const { result } = await askHosted(second, 'tasks/get', { taskId });
  expect(result).toMatchObject({
    status: 'completed',
    result: { structuredContent: { headline: 'Deployed' } },
  });
}, 60_000);
