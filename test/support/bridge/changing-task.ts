import { expect } from 'vitest';
import {
  type ScriptedMcpServer,
  sendJson,
  sendProblem,
  startScriptedMcpServer,
} from '../scripted-mcp-server.ts';
import { createSkippingClock } from '../skipping-clock.ts';
import { startSessionInProcess } from './session-in-process.ts';
import { OLDER_TASKS } from './task-client.ts';

const isForm = ({ method }: { readonly method?: string }) => method === 'elicitation/create';

/** Options of which the agent recommends one. */
export const asking = (text: string) => ({
  text,
  choices: { options: ['main', 'next'], recommended: 'main' },
});

/** A task in this process, where waits take no time, whose job the test changes; with its forms. */
export async function openChangingTask() {
  const upstream = await startScriptedMcpServer();
  const names = ['run_skill', 'get_job', 'answer_job'];
  upstream.tools = names.map((name) => ({ name, inputSchema: { type: 'object' } }));
  const job = { id: 'job_1', state: 'needs_input', question: asking('Which branch?') };
  const away = { is: false };
  upstream.answer = ({ message }, response) => {
    if (away.is && message.params.name !== 'run_skill') return sendProblem(response, 502, 'away');
    const result = { content: [], structuredContent: { job }, resultType: 'complete' };
    sendJson(response, 200, { jsonrpc: '2.0', id: message.id, result });
  };
  const { baseUrl } = upstream;
  const clock = createSkippingClock();
  const bridge = await startSessionInProcess({ baseUrl, key: 'k', clock });
  const handshake = { protocolVersion: '2025-11-25', capabilities: OLDER_TASKS };
  await bridge.ask('initialize', handshake);
  const called = await bridge.ask('tools/call', { name: 'run_skill', task: {} });
  const { taskId } = called.result.task;
  const forms = () => bridge.frames.filter(isForm);
  const form = (at: number) => bridge.frame((each) => forms()[at] === each);
  const told = (words: string) =>
    bridge.frame(({ params }) => params?.statusMessage?.includes(words) === true);
  const ended = async () => {
    job.state = 'done';
    return (await bridge.ask('tasks/result', { taskId })).result.structuredContent;
  };
  return { away, bridge, clock, ended, form, forms, job, taskId, told, upstream };
}

export const isWithdrawn = ({ method }: { readonly method?: string }) =>
  method === 'notifications/cancelled';
/** The response to a form. */
export const choose = (option: string, answer = '') => ({
  action: 'accept',
  content: { option, answer },
});

/** Resolves when the service was asked for the job so many times more. */
export async function looks({ upstream }: { readonly upstream: ScriptedMcpServer }, count: number) {
  const before = upstream.callsOf('get_job').length;
  await expect.poll(() => upstream.callsOf('get_job').length).toBeGreaterThan(before + count);
}
