import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { problemResponse, startScriptedService } from '../../../support/scripted-service.ts';

const RUNNING = { id: 'job_1', state: 'in_progress', status: 'running', outcome: null };
const DONE = { id: 'job_1', state: 'done', status: 'succeeded', outcome: 'done' };

test('a service that does not answer while a job is followed is told, and how the job stands after it', async () => {
  proves('UI-follow-unanswered');
  let looks = 0;
  const service = await startScriptedService({
    tools: [{ name: 'start_it', class: 'write', input_schema: { type: 'object' } }],
    answer({ path }) {
      if (!path.endsWith('/jobs/job_1'))
        return { status: 202, body: { pending: true, job: 'job_1' } };
      looks += 1;
      // A look-up is tried again by itself at first.
      if (looks > 1 && looks < 6) return problemResponse(503, 'unavailable');
      return { body: looks < 7 ? RUNNING : DONE };
    },
  });
  onTestFinished(() => service.stop());
  const env = { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' };
  const { code, stderr } = await runFleet(['cloud', 'start-it', '--follow'], { env });
  expect(code).toBe(0);
  const lines = stderr.split('\n');
  const told = lines.indexOf('the service does not answer; it is asked again');
  expect(told).toBeGreaterThan(0);
  expect(lines[told + 1]).toBe(lines[told - 1]);
});
