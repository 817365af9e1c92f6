import { expect, test } from 'vitest';
import { addTestChannel } from '../../../support/alert-channels.ts';
import { foreignKey } from '../../../support/foreign-key.ts';
import { proves } from '../../../support/proves.ts';
import { startServerWithWaitingJob } from '../../../support/server-with-machine.ts';

test('the id of another organisation is answered exactly as an unknown one', async () => {
  proves('WIRE-cross-organisation', 'WIRE-ids');
  const { server, job } = await startServerWithWaitingJob();
  const { id: channel } = await addTestChannel(server, { kind: 'chat', address: '#ops' });
  const authorization = `Bearer ${await foreignKey(server)}`;
  const [machine] = (await server.tool('list_machines')).body.machines;
  const [command] = (await server.tool('list_commands')).body.commands;
  const { issue } = (await server.tool('report_issue', { title: 'Ours' })).body;
  const ask = async (name: string, input: object) => {
    const headers = { authorization, 'x-request-id': 'same' };
    const { status, text } = await server.call(`/api/v1/tools/${name}`, {
      scope: 'none',
      headers,
      body: input,
    });
    // The refusal repeats what the caller called it, and nothing else may tell the two apart.
    const called = [...Object.values(input).map((value) => String(value)), ...server.baseUrls];
    return called.reduce((said, value) => said.replaceAll(value, 'it'), `${status} ${text}`);
  };
  const unknown = (id: string): string => `${id.slice(0, 4)}00000000000`;
  for (const [name, input, other] of [
    ['get_machine', { machine: machine.id }, { machine: unknown(machine.id) }],
    ['get_machine', { machine: 'build-01' }, { machine: 'none' }],
    ['get_job', { job }, { job: unknown(job) }],
    ['get_job', { job: `m-${job}` }, { job: 'none' }],
    ['answer_job', { job, answer: 'A' }, { job: unknown(job), answer: 'A' }],
    ['cancel_job', { job }, { job: unknown(job) }],
    ['get_command', { command: command.id }, { command: unknown(command.id) }],
    ['test_channel', { channel }, { channel: unknown(channel) }],
    ['get_issue', { issue: issue.id }, { issue: unknown(issue.id) }],
    ['get_issue', { issue: '#1' }, { issue: '#2' }],
  ] as const) {
    const answer = await ask(name, input);
    expect(answer).toBe(await ask(name, other));
    expect(answer).toContain('404 ');
  }
  for (const name of [
    'list_machines',
    'list_jobs',
    'list_commands',
    'list_alerts',
    'list_skills',
    'list_issues',
    'list_channels',
  ]) {
    expect(await ask(name, {})).toMatch(/^200 \{"\w+":\[\],"next_before":null\}$/);
  }
});
