import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

test('a command that has the old value among its arguments is refused before the machine is asked', async () => {
  proves('UI-secret-child-old-value');
  const service = await openSealingService({ claims: [Buffer.from('new')] });
  const child = (old: string, ...args: string[]) => {
    const env = { HOOK: old };
    return service.fleet(['secret', 'new', 'm', 'HOOK', '--json', '--', 'true', ...args], { env });
  };
  const run = await child('old-4711-0815', '--body=old-4711-0815');
  expect([run.code, errorOf(run).code]).toEqual([2, 'usage']);
  expect(errorOf(run).advice).toContain(`'… "$HOOK"'`);
  expect(run.stderr).not.toContain('old-4711-0815');
  expect(service.asked()).toEqual([]);
  expect((await child('short', 'short')).code).toBe(0);
});

test('so is one with an empty argument, where the shell has put a variable that is not set', async () => {
  proves('UI-secret-child-old-value');
  const service = await openSealingService({ claims: [Buffer.from('new'), Buffer.from('new')] });
  const child = (old: string | undefined, ...args: string[]) => {
    const env = { HOOK: old };
    return service.fleet(['secret', 'new', 'm', 'HOOK', '--json', '--', 'true', ...args], { env });
  };
  for (const empty of [['--body', ''], ['value='], ['-c', 'echo HOOK= >> .env']]) {
    const run = await child(undefined, ...empty);
    expect([run.code, errorOf(run).code]).toEqual([2, 'usage']);
    expect(errorOf(run).detail).toContain('HOOK has no value now');
  }
  expect(service.asked()).toEqual([]);
  expect((await child('of before', '--body=')).code).toBe(0);
  expect((await child(undefined, '--body', 'IFS= read; x=""; register "$HOOK"')).code).toBe(0);
});

test.each([
  ['sh -c \'register "$HOOK"\'', ['sh', '-c', 'true "$HOOK"'], true],
  ["sh -c 'test ${#HOOK} -gt 9'", ['sh', '-c', 'true ${#HOOK}'], true],
  ['docker run -e HOOK', ['true', '-e', 'HOOK'], true],
  ['printenv HOOK', ['printenv', 'HOOK'], true],
  ['gh secret set HOOK, which reads stdin', ['true', 'secret', 'set', 'HOOK'], false],
  ['a program of its own', ['true', 'HOOKS', '--file=x'], false],
])('a person reads whether %s has the variable', async (_what, command, isRead) => {
  proves('UI-secret-child-reads');
  const service = await openSealingService({ claims: [Buffer.from('new')] });
  const env = { FLEET_OUTPUT: 'yaml', HOOK: undefined };
  const run = await service.fleet(['secret', 'new', 'm', 'HOOK', '--', ...command], { env });
  const how = isRead ? '' : ' in its environment; none of its arguments has $HOOK';
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(`HOOK of m was passed to the command${how}.\n`);
});

test('so is the variable in single quotes where no shell fills it in', async () => {
  proves('UI-secret-child-old-value');
  const service = await openSealingService({ claims: [Buffer.from('new')] });
  const child = (...command: string[]) => {
    const words = ['secret', 'new', 'm', 'HOOK', '--json', '--', ...command];
    return service.fleet(words, { env: { HOOK: undefined } });
  };
  const run = await child('true', '--body', '$HOOK');
  expect([run.code, errorOf(run).code]).toEqual([2, 'usage']);
  expect(errorOf(run).detail).toMatch(/^Argument 2 of the command .* as it stands/);
  expect(errorOf(run).advice).toContain(`sh -c '… "$HOOK"'`);
  expect(service.asked()).toEqual([]);
  expect((await child('sh', '-c', 'x=$HOOK')).code).toBe(0);
});

test('what a shell would take for an assignment before a command is not shown', async () => {
  proves('UI-secret-child', 'UI-keys-hidden');
  const service = await openSealingService({ claims: [] });
  const words = ['secret', 'new', 'm', 'HOOK', '--json', '--', 'TOKEN=canary-4711', 'true'];
  const run = await service.fleet(words);
  expect([run.code, errorOf(run).detail]).toEqual([127, expect.stringContaining('"TOKEN=…"')]);
  expect(run.stderr).not.toContain('canary');
});
