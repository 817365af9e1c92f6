import { expect, test } from 'vitest';
import { isCommandType, PROTOCOL_COMMANDS } from '../../src/contract/command-type.ts';
import { classThatCounts, needsConfirmation } from '../../src/contract/confirmation.ts';
import { REQUEST_ID_PATTERN } from '../../src/contract/header.ts';
import * as limits from '../../src/contract/limits.ts';
import { classByLook } from '../../src/contract/look-alike-name.ts';
import { CLASS_OF_OPERATION } from '../../src/contract/operation-class.ts';
import { PROBLEMS } from '../../src/contract/problem.ts';
import { roleOfScope, scopeAllows, scopeOfRole, scopesWithin } from '../../src/contract/scope.ts';
import { CONVENTIONS, OPERATIONS, PROBLEM_CODES } from '../requirements.ts';
import { proves } from '../support/proves.ts';

test('the problem table has exactly the codes and statuses of the specification', () => {
  const stated = Object.entries(PROBLEM_CODES).flatMap(([id, entry]) =>
    'status' in entry ? [[id.slice('ERR-'.length), entry.status] as const] : [],
  );
  const known = Object.entries(PROBLEMS).map(([code, { status }]) => [code, status] as const);
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(stated));
});

test('each operation has the class of the table, and there is no other', () => {
  proves('CLASS-table');
  const stated = Object.entries(OPERATIONS).map(([name, row]) => [name, row.class]);
  expect(CLASS_OF_OPERATION).toEqual(Object.fromEntries(stated));
});

test('the limits are the numbers of the table', () => {
  expect(limits.REQUESTS_PER_MINUTE).toBe(600);
  expect(limits.BODY_BYTES_MAX).toBe(524288);
  expect(limits.LARGE_BODY_BYTES_MAX).toBe(786432);
  expect(limits.COMMAND_TTL_SECONDS).toBe(600);
  expect(limits.CLAIM_TTL_SECONDS).toBe(120);
  expect(limits.INGRESS_HOLD_HOURS).toBe(72);
  expect(limits.ARTIFACT_BYTES_MAX).toBe(262144);
  expect(limits.SKILL_FILE_CHARS_MAX).toBe(524288);
  expect(limits.OFFSET_MAX).toBe(10000);
});

test('every wait has the maximum and the default of the operation it belongs to', () => {
  const waiting = Object.entries(OPERATIONS).flatMap(([name, { input }]) =>
    'wait_seconds' in input
      ? [[name, { max: input.wait_seconds.max, default: input.wait_seconds.default }]]
      : [],
  );
  expect(limits.WAITS).toEqual(Object.fromEntries(waiting));
});

test('scopes include the weaker ones and act as the role they name', () => {
  proves('AUTH-one-scope');
  expect(scopesWithin('fleet:admin')).toEqual(['fleet:read', 'fleet:run', 'fleet:admin']);
  expect(scopesWithin('fleet:read')).toEqual(['fleet:read']);
  const roles = (['fleet:read', 'fleet:run', 'fleet:admin'] as const).map(roleOfScope);
  expect(roles).toEqual(['viewer', 'member', 'admin']);
  const scopes = (['viewer', 'member', 'admin', 'owner'] as const).map(scopeOfRole);
  expect(scopes).toEqual(['fleet:read', 'fleet:run', 'fleet:admin', 'fleet:admin']);
  expect(scopeAllows('fleet:run', 'fleet:read')).toBe(true);
  expect(scopeAllows('fleet:run', 'fleet:run')).toBe(true);
  expect(scopeAllows('fleet:run', 'fleet:admin')).toBe(false);
});

test('the protocol has exactly the command types of the table', () => {
  expect(Object.keys(PROTOCOL_COMMANDS).sort()).toEqual(
    Object.keys(CONVENTIONS['CONV-commands-table'].types).sort(),
  );
  expect(['toString', '__proto__', ''].filter(isCommandType)).toEqual([]);
});

test('logs, configuration and restarts need an admin, and what acts needs control mode', () => {
  const admin = Object.entries(PROTOCOL_COMMANDS).filter(
    ([, { scope }]) => scope === 'fleet:admin',
  );
  expect(admin.map(([type]) => type)).toEqual(
    expect.arrayContaining([
      'logs.tail',
      'config.get',
      'config.patch',
      'service.restart',
      'update.install',
    ]),
  );
  const acting = Object.entries(PROTOCOL_COMMANDS).filter(([, { effect }]) => effect === 'act');
  expect(acting.map(([type]) => type)).toEqual([
    'config.patch',
    'service.restart',
    'update.install',
    'schedule.run',
  ]);
});

test.each([
  ['a', true],
  ['Az09._:-', true],
  ['x'.repeat(128), true],
  ['x'.repeat(129), false],
  ['', false],
  ['a b', false],
  ['ä', false],
  ['a\n', false],
])('request id %j', (id, allowed) => {
  proves('LIM-request-id');
  expect(REQUEST_ID_PATTERN.test(id)).toBe(allowed);
});

test.each([
  ['cancel_job', 'destructive', {}, true],
  ['delete_skill', 'destructive', {}, true],
  ['disconnect_machine', 'destructive', {}, true],
  ['run_skill', 'write', {}, false],
  ['get_job', 'read', {}, false],
  ['send_command', 'destructive', { type: 'service.restart ' }, true],
  ['send_command', 'destructive', { type: 'Service.Restart' }, true],
  ['send_command', 'destructive', { type: 's\u0435rvice.restart' }, true],
  ['send_command', 'destructive', { type: 'update.install\u0000' }, true],
  ['send_command', 'destructive', { type: 'toString' }, true],
  ['send_command', 'destructive', { type: ['service.restart'] }, true],
  ['send_command', 'destructive', {}, true],
  ['send_command', 'destructive', { type: 'ping', machine: 'm', args: {}, wait_seconds: 5 }, false],
  ['send_command', 'destructive', { type: 'ping', request_id: 'a', 'x-note': '' }, false],
  ['send_command', 'destructive', { type: 'ping', Type: 'service.restart' }, true],
  ['send_command', 'destructive', { type: 'ping', ' type': 'service.restart' }, true],
  ['send_command', 'destructive', { type: 'ping', _type: 'service.restart' }, true],
  ['send_command', 'destructive', { type: 'ping', typ\u0435: 'service.restart' }, true],
  ['send_command', 'destructive', { type: 'ping', 'ty\u200bpe': 'service.restart' }, true],
  ['send_command', 'destructive', { type: 'ping', args: { TYPE: 'service.restart' } }, true],
  ['send_command', 'destructive', { type: 'ping', args: { type: 'service.restart' } }, true],
  ['paint_it_red', undefined, {}, false],
  ['paint_it_red', 'catastrophic', {}, true],
])('%s of class %s with %j is confirmed: %s', (operation, itsClass, input, asked) => {
  proves('RULE-9');
  expect(needsConfirmation(operation, itsClass, input)).toBe(asked);
});

test('of the types of the protocol, two are confirmed', () => {
  proves('RULE-9', 'UI-confirm-send-command');
  const confirmed = Object.keys(PROTOCOL_COMMANDS).filter((type) =>
    needsConfirmation('send_command', 'destructive', { type }),
  );
  expect(confirmed).toEqual(['service.restart', 'update.install']);
});

test.each([
  ['delete_skill', 'read', 'destructive'],
  ['delete-skill', 'read', 'destructive'],
  ['enable_hosted-url', 'read', 'destructive'],
  ['run_skill', 'read', 'write'],
  ['run_skill', 'destructive', 'destructive'],
  ['get_job', 'catastrophic', 'catastrophic'],
  ['delete_skill', undefined, 'destructive'],
  ['paint_it_red', 'read', 'read'],
  ['paint_it_red', undefined, undefined],
  ['toString', undefined, undefined],
])('%s that is served as %s counts as %s', (operation, served, counted) => {
  proves('UI-confirm-stricter');
  expect(classThatCounts(operation, served)).toBe(counted);
});

test.each([
  ['deleteSkill', 'read', 'destructive'],
  ['DELETE_SKILL', 'write', 'destructive'],
  ['deleteskill', 'read', 'destructive'],
  ['delete__skill_', 'read', 'destructive'],
  ['delete.skill', 'read', 'destructive'],
  ['fleet__delete_skill', 'read', 'destructive'],
  ['mcp__fleet__delete-skill', 'read', 'destructive'],
  ['fleet:deleteSkill', 'read', 'destructive'],
  ['Fleet_delete_skill', 'read', 'destructive'],
  ['delete_skilI', 'read', 'destructive'],
  ['rep1ay_j0b', 'read', 'write'],
  ['de\u0131ete_skill', 'read', 'destructive'],
  ['d\u0435lete_skill', 'read', 'destructive'],
  ['\uff44elete_skill', undefined, 'destructive'],
  ['delete_skill\u200b', 'read', 'destructive'],
  ['delete_skill ', 'read', 'destructive'],
  ['delete%5Fskill', 'read', 'destructive'],
  ['undelete_skill', 'read', 'read'],
  ['delete_skills', 'read', 'read'],
  ['list_skill_deletes', 'read', 'read'],
  ['constructor', 'read', 'read'],
  ['__proto__', undefined, undefined],
  ['paint_it_red', 'catastrophic', 'catastrophic'],
])('%s that is served as %s counts by its look as %s', (operation, served, counted) => {
  proves('UI-confirm-stricter');
  expect(classByLook(operation, served)).toBe(counted);
});
