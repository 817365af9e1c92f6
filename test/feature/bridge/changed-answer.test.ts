import { expect, test } from 'vitest';
import { startInitializedBridge } from '../../support/bridge/initialized-bridge.ts';
import { proves } from '../../support/proves.ts';
import { ACTING_TOOL, sendJson } from '../../support/scripted-mcp-server.ts';
import { initialize, newHome, startBridge } from '../../support/start-bridge.ts';

test('the answer of a person to a job is sent also where answer_job has changed: they need not agree to it', async () => {
  proves('BRIDGE-changed-tool', 'ASK-held-call');
  const home = newHome();
  const tools = ['run_skill', 'answer_job', 'get_job'].map((name) => ({ ...ACTING_TOOL, name }));
  const { bridge, upstream } = await startInitializedBridge({ home });
  upstream.tools = tools;
  const job = { id: 'job_1', state: 'needs_input', question: { text: 'Go on?' } };
  upstream.answer = ({ message }, response) => {
    if (message.params.name === 'answer_job') job.state = 'done';
    const result = { content: [], structuredContent: { job } };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  for (const name of ['run_skill', 'answer_job']) await bridge.ask('tools/call', { name });
  bridge.process.stdin.end();
  await bridge.ended();
  upstream.tools = tools.map((each) =>
    each.name === 'answer_job' ? { ...each, description: 'Anew.' } : each,
  );
  job.state = 'needs_input';
  const env = { FLEET_BASE_URL: upstream.baseUrl, FLEET_API_KEY: 'key-1' };
  const again = startBridge({ env, home });
  await initialize(again, { elicitation: { form: {} } });
  const run = { name: 'run_skill', arguments: { wait_seconds: 30 } };
  const called = again.ask('tools/call', run);
  const { id } = await again.frame(({ method }) => method === 'elicitation/create');
  const result = { action: 'accept', content: { answer: 'yes' } };
  again.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  expect((await called).result.structuredContent.job.state).toBe('done');
  expect(upstream.callsOf('answer_job')).toHaveLength(2);
});
