import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { Platform } from '../../src/base/platform.ts';
import { systemClock } from '../../src/base/time/clock.ts';
import { assembleMachine } from '../../src/machine/assemble.ts';
import { commandTime } from '../../src/machine/commands/command-time.ts';
import { skillSave } from '../../src/machine/commands/skill-save.ts';
import type { Host } from '../../src/machine/host.ts';
import { FIRST_SKILL } from '../../src/machine/init/first-skill.ts';
import { checkRunners } from '../../src/machine/report/runner-readiness.ts';
import { systemNotes } from '../../src/machine/runners/programs-problem.ts';
import { createService } from '../../src/machine/service.ts';
import { agentSettings } from '../support/machine/agent-machine.ts';
import { proves } from '../support/proves.ts';
import { newTemporaryFolder } from '../support/temporary-folder.ts';

/** A machine that believes to run on another system; nothing of it is started. */
async function machineOn(platform: Platform) {
  const host: Host = {
    hostname: 'h',
    platform,
    user: 1,
    environment: {},
    random: () => 0,
    token: () => 'a',
    killGroup: () => undefined,
    kill: () => undefined,
  };
  const { lock, machine } = await assembleMachine({
    root: newTemporaryFolder(),
    clock: systemClock,
    host,
    token: 't',
    service: createService(systemClock).facts,
    log: undefined,
    changed: () => undefined,
  });
  onTestFinished(() => lock.release());
  return machine;
}

test('a machine on Windows says that it runs no programs, and why', async () => {
  proves('PLATFORM-no-groups');
  const detail = 'programs for jobs need /bin/sh and process groups, which Windows does not have';
  const machine = await machineOn('win32');
  writeFileSync(machine.folder.config, agentSettings('{ command: [node, agent.js] }'));
  const ready = await checkRunners(machine);
  expect(ready.find(({ name }) => name === 'shell')).toEqual({
    name: 'shell',
    ready: false,
    detail,
  });
  expect(ready.find(({ name }) => name === 'agent_a')).toMatchObject({ ready: false, detail });
  expect(ready.find(({ name }) => name === 'agent_b')).toMatchObject({ ready: false });
});

test('a machine says when it starts what it cannot do on this system', () => {
  proves('PLATFORM-no-groups');
  expect(systemNotes('linux')).toEqual([]);
  expect(systemNotes('darwin')).toEqual([
    'a process that leaves the group of its job is not ended with it: there is no /proc here',
  ]);
  expect(systemNotes('win32')).toEqual([
    'programs for jobs need /bin/sh and process groups, which Windows does not have',
  ]);
});

const SAVE = {
  content: FIRST_SKILL.replace('name: hello', 'name: nul'),
  allow_unauthenticated: false,
};
const RUN = {
  prepare: async () => undefined,
  time: commandTime(systemClock, Number.POSITIVE_INFINITY),
};

test.each<[Platform, boolean]>([
  ['win32', false],
  ['darwin', true],
  ['linux', true],
])('a skill nul is saved on %s: %s', async (platform, isSaved) => {
  proves('PLATFORM-names');
  const machine = await machineOn(platform);
  const saving = skillSave.run(machine, { skill: 'nul', ...SAVE }, RUN);
  if (isSaved) await expect(saving).resolves.toMatchObject({ created: true });
  else
    await expect(saving).rejects.toMatchObject({
      code: 'invalid_skill',
      message: 'no folder can be named nul: Windows keeps that name for a device',
    });
  expect(existsSync(join(machine.folder.skills, 'nul'))).toBe(isSaved);
});
