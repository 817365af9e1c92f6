import { expect, test } from 'vitest';
import { readWith } from '../../../src/bridge/tasks/look-up.ts';
import { proves } from '../../support/proves.ts';

test('a look of the bridge itself asks nobody anything, whatever the service wants with it', async () => {
  proves('MCP-label-read');
  const structuredContent = { job: { id: 'job_1', state: 'done' } };
  const form = {
    method: 'elicitation/create',
    params: { message: 'delete_skill cannot be undone' },
  };
  const asking = { inputRequests: { a: form, b: { method: 'roots/list' } }, requestState: 'x' };
  const result = { resultType: 'input_required', ...asking, content: [], structuredContent };
  const look = await readWith(
    {
      hosted: { send: async () => ({ kind: 'result', result }) },
      tools: { known: () => undefined },
    } as unknown as Parameters<typeof readWith>[0],
    { name: 'get_job', args: { job: 'job_1' }, waitSeconds: 0 },
  );
  expect(look).toMatchObject({
    kind: 'seen',
    result: { resultType: 'complete', content: [], structuredContent },
  });
  expect(JSON.stringify(look)).not.toMatch(/inputRequests|requestState|cannot be undone/);
});
