import { expect, test } from 'vitest';
import { refusalOf } from '../../src/machine/policy.ts';
import { proves } from '../support/proves.ts';

proves('RULE-4', 'STATE-machine-mode');

const READS = [
  ...['ping', 'health.get', 'runners.get', 'logs.tail', 'config.get', 'service.status'],
  ...['update.check', 'schedules.list', 'stats.get', 'secret.list', 'expose.status', 'job.list'],
  ...['delivery.list', 'job.artifact', 'skill.get'],
] as const;
const ACTIONS = [
  ...['config.patch', 'service.restart', 'update.install', 'schedule.run'],
  ...['job.run', 'job.answer', 'job.cancel'],
] as const;

test.each(READS)('observe and control both accept %s', (type) => {
  for (const mode of ['observe', 'control'] as const) {
    expect(refusalOf({ mode, allow: [], deny: [] }, type)).toBe(undefined);
  }
});

test.each(ACTIONS)('observe refuses %s, control accepts it', (type) => {
  expect(refusalOf({ mode: 'control', allow: [], deny: [] }, type)).toBe(undefined);
  expect(refusalOf({ mode: 'observe', allow: [], deny: [] }, type)).toBe(
    `the machine is in observe mode and accepts read-only commands; ${type} makes changes, which needs mode: control in its fleet.yaml`,
  );
});

test('an allow list lets nothing else through, and never an action in observe mode', () => {
  const allow = ['job.*', 'ping'];
  expect(refusalOf({ mode: 'control', allow, deny: [] }, 'job.run')).toBe(undefined);
  expect(refusalOf({ mode: 'control', allow, deny: [] }, 'ping')).toBe(undefined);
  expect(refusalOf({ mode: 'control', allow, deny: [] }, 'config.get')).toBe(
    "the machine's allow list (job.*, ping) does not have config.get",
  );
  expect(refusalOf({ mode: 'observe', allow, deny: [] }, 'job.run')).toContain('observe mode');
});

test('the deny list wins over the allow list and the mode', () => {
  const policy = { mode: 'control', allow: ['config.*'], deny: ['config.patch'] } as const;
  expect(refusalOf(policy, 'config.get')).toBe(undefined);
  expect(refusalOf(policy, 'config.patch')).toBe(
    "the machine's deny list has config.patch, which refuses config.patch",
  );
  expect(refusalOf({ mode: 'observe', allow: [], deny: ['job.*'] }, 'job.run')).toContain(
    'deny list has job.*',
  );
});

test('a prefix ends at its dot', () => {
  const policy = { mode: 'control', allow: [], deny: ['schedule.*'] } as const;
  expect(refusalOf(policy, 'schedules.list')).toBe(undefined);
  expect(refusalOf(policy, 'schedule.run')).toContain('schedule.*');
});

test('a group that is denied by its name alone is denied, and one that is allowed so is not', () => {
  const denying = { mode: 'control', allow: [], deny: ['service'] } as const;
  expect(refusalOf(denying, 'service.restart')).toContain('deny list has service,');
  expect(refusalOf(denying, 'schedules.list')).toBe(undefined);
  const allowing = { mode: 'control', allow: ['service'], deny: [] } as const;
  expect(refusalOf(allowing, 'service.restart')).toContain('does not have service.restart');
});
