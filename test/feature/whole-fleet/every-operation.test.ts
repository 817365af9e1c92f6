import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeSampleMachine } from '../../../src/machine/sample/write-sample-machine.ts';
import {
  callAllWays,
  callersOf,
  type OperationName,
} from '../../support/operations/call-all-ways.ts';
import type { Input } from '../../support/operations/sample-inputs.ts';
import { startWholeFleet } from '../../support/whole-fleet.ts';

/** A skill that asks at once, so that no test waits for it. */
const ASK_NOW = `---
name: ask-now
description: Asks a person
fleet:
  runner: agent_a
  script:
    - ask: { text: Go on?, options: [low, high] }
    - finish: { headline: Done }
---
Ask.
`;

/** The skills of the sample and one that asks at once, in control mode. */
async function writeMachine(folder: string): Promise<void> {
  await writeSampleMachine(folder, 'control');
  await mkdir(join(folder, 'skills', 'ask-now'));
  await writeFile(join(folder, 'skills', 'ask-now', 'SKILL.md'), ASK_NOW);
}

interface Case {
  readonly operation: OperationName;
  readonly input: Input;
  /** Members that the answer has on every way, with their values. */
  readonly answer: Input;
  readonly status?: number;
}

const machine = 'build-01';

/** Each operation on a server where `asked` waits for a person and `ended` is done. */
function casesFor(asked: string, ended: string, command: string): readonly Case[] {
  const run = { machine, skill: 'deploy-check', payload: { ref: 'v2' } };
  return [
    { operation: 'describe_cloud', input: {}, answer: { next_steps: expect.anything() } },
    { operation: 'list_alerts', input: { state: 'open' }, answer: { next_before: null } },
    { operation: 'list_machines', input: {}, answer: { machines: expect.anything() } },
    { operation: 'get_machine', input: { machine }, answer: { name: 'build-01', mode: 'control' } },
    { operation: 'list_skills', input: { machine }, answer: { skills: expect.anything() } },
    {
      operation: 'get_skill',
      input: { machine, skill: 'deploy-check' },
      answer: { content: expect.stringContaining('name: deploy-check') },
    },
    {
      operation: 'run_skill',
      input: { ...run, wait_seconds: 0 },
      answer: { pending: true, job: expect.anything() },
      status: 202,
    },
    {
      operation: 'run_skill',
      input: { machine, skill: 'always-fails', wait_seconds: 30 },
      answer: { state: 'failed' },
    },
    { operation: 'list_inbox', input: { view: 'needs_input' }, answer: { view: 'needs_input' } },
    { operation: 'list_jobs', input: { waiting: true }, answer: { next_before: null } },
    { operation: 'get_job', input: { job: asked }, answer: { state: 'needs_input' } },
    {
      operation: 'get_job_artifact',
      input: { job: ended, artifact: 'payload' },
      answer: { content: '{"ref":"main"}' },
    },
    {
      operation: 'list_commands',
      input: { type: 'job.run' },
      answer: { commands: expect.anything() },
    },
    {
      operation: 'send_command',
      input: { machine, type: 'ping', wait_seconds: 20 },
      answer: { status: 'succeeded' },
    },
    { operation: 'get_command', input: { command }, answer: { status: 'succeeded' } },
    { operation: 'get_pricing', input: {}, answer: { plans: expect.anything() } },
  ];
}

test('what machines, skills and jobs are asked works on every way against the real machine', async () => {
  const { server } = await startWholeFleet(writeMachine);
  const ask = { machine, skill: 'ask-now', wait_seconds: 60 };
  const asked = (await server.tool('run_skill', ask)).body;
  expect(asked.state).toBe('needs_input');
  const run = { machine, skill: 'deploy-check', payload: { ref: 'main' }, wait_seconds: 60 };
  const ended = (await server.tool('run_skill', run)).body;
  expect(ended.state).toBe('done');
  const { commands } = (await server.tool('list_commands', {})).body;
  const cases = casesFor(asked.id, ended.id, commands[0].id);
  for (const { operation, input, answer, status = 200 } of cases) {
    for (const { way, status: answered, body } of await callAllWays(server, operation, input)) {
      expect([way, answered]).toEqual([way, status]);
      expect(body, way).toMatchObject(answer);
    }
  }
}, 60_000);

test('a waiting job is answered or cancelled on every way', async () => {
  const { server } = await startWholeFleet(writeMachine);
  const startWaiting = async () => {
    const ask = { machine, skill: 'ask-now', wait_seconds: 60 };
    return (await server.tool('run_skill', ask)).body.id;
  };
  for (const call of callersOf('answer_job')) {
    const input = { job: await startWaiting(), answer: 'As we said.', option: 'high' };
    expect(await call(server, input)).toMatchObject({ status: 200, body: { delivered: true } });
  }
  for (const call of callersOf('cancel_job')) {
    const { way, status, body } = await call(server, { job: await startWaiting() });
    expect([way, status]).toEqual([way, 202]);
    const command = { command: body.command_id, wait_seconds: 30 };
    expect((await server.tool('get_command', command)).body.result.cancelled).toBe(true);
  }
}, 60_000);
