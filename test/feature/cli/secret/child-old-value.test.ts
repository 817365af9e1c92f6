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
  const named = [
    ['HOOK='],
    ['-e', 'HOOK='],
    ['--from-literal=hook='],
    ['put', 'value='],
    ['--s3='],
  ];
  const within = [
    'Authorization: Bearer ',
    'X-Key: ',
    'bot:',
    'https://bot:@host',
    '?key=&x=1',
    '{"key":""}',
  ];
  for (const empty of [
    ['--body', ''],
    ['--body='],
    [''],
    ...named,
    ...within.map((arg) => [arg]),
  ]) {
    const run = await child(undefined, ...empty);
    expect([run.code, errorOf(run).code]).toEqual([2, 'usage']);
    expect(errorOf(run).detail).toContain('HOOK has no value now');
  }
  expect(service.asked()).toEqual([]);
  expect((await child('of before', '--body=')).code).toBe(0);
  const meant = [
    '--body',
    'YQ==',
    'aGVsbG8=',
    'IFS= read; x=""; register "$HOOK"',
    'a:b',
    'https://host/?a=b',
  ];
  expect((await child(undefined, ...meant)).code).toBe(0);
});

test.each([
  ['HOOK_2', ['HOOK_2=']],
  ['HOOK_V2', ['-e', 'hook-v2=', 'image']],
  ['HOOK', ['-i', 's|@HOOK@||', 'file']],
  ['HOOK', ['-c', 'echo HOOK= >> .env']],
  ['HOOK', ['-c', 'cd app; echo HOOK= > .env']],
  ['HOOK', ['-c', 'register --from-literal="hook=" --name x']],
  ['HOOK', ['-c', 'register --body  --name x']],
  ['HOOK', ['-c', "register --body ''"]],
  ['HOOK', ['-c', 'echo  | register']],
  ['HOOK', ['-c', "curl -H 'Authorization: Bearer ' https://host"]],
  ['HOOK', ['-i', 's/^HOOK=.*/HOOK=/', '.env']],
  ['HOOK', ['-i', 's|^HOOK=.*$|HOOK=|g', '.env']],
  ['HOOK', ['-i', 's/^hook: .*/hook: /', 'file.yaml']],
  ['HOOK', ['host', "sed -i 's/^HOOK=.*/HOOK=/' .env && restart"]],
  ['HOOK', ['-c', 'echo HOOK=>> .env']],
  ['HOOK', ['-c', "echo 'HOOK='>>.env"]],
  ['HOOK', ['-c', 'export HOOK=; ./deploy']],
  ['HOOK', ['--set-env-vars', 'HOOK=,PORT=1']],
  ['HOOK', ['--environment', 'Variables={HOOK=}']],
  ['HOOK', ['-c', 'printf %s  | register']],
  ['HOOK', ['-c', 'echo | register']],
  ['HOOK', ['-c', 'echo bot: | chpasswd']],
  ['HOOK', ['-c', 'register <<<""']],
  ['HOOK', ['--eval', 'db.changeUserPassword("bot","")']],
])('so is one where it put nothing for %s into %j', async (name, args) => {
  proves('UI-secret-child-old-value');
  const service = await openSealingService({ claims: [] });
  const run = await service.fleet(['secret', 'new', 'm', name, '--json', '--', 'true', ...args]);
  expect([run.code, errorOf(run).code]).toEqual([2, 'usage']);
  expect(errorOf(run).detail).toContain(`${name} has no value now`);
  expect(service.asked()).toEqual([]);
});

test('a script that has no variables, or reads the environment by itself, is taken as it is', async () => {
  proves('UI-secret-child-old-value');
  const service = await openSealingService({ claims: [Buffer.from('new')] });
  const meant = [
    'printenv HOOK | register --name  x',
    'print(os.environ["HOOK"], end="")',
    "tr ' ' _ < file && ./register --name=x",
    'echo A=b >> .env',
    's/HOOK=old/HOOK=$(cat new)/',
    's|^root=.*|root=/srv|',
    'BEGIN { printf("%s", ENVIRON["HOOK"]); split("", seen) }',
    'register --url=https://host/a;b --fields=a,b --note="two: words"',
    'awk \'BEGIN { OFS="," }\' | cut --delimiter=, -f 1',
    '--delimiter=,',
    '--from=Bot: <bot@host>',
    'cat a | cut -c 1- > b',
  ];
  const run = await service.fleet(['secret', 'new', 'm', 'HOOK', '--', 'true', ...meant]);
  expect(run.code).toBe(0);
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

test.each([
  ['--body', '$HOOK'],
  ['--body=${HOOK}'],
  ['HOOK=$HOOK'],
  ['%HOOK%'],
  ['-H', 'Authorization: Bearer $HOOK'],
  ['-d', '{"s":"$HOOK"}'],
])('so is the variable in single quotes where no shell fills it in: %s %s', async (...args) => {
  proves('UI-secret-child-old-value');
  const service = await openSealingService({ claims: [Buffer.from('new')] });
  const words = ['secret', 'new', 'm', 'HOOK', '--json', '--', 'true', ...args];
  const run = await service.fleet(words, { env: { HOOK: undefined } });
  expect([run.code, errorOf(run).code]).toEqual([2, 'usage']);
  expect(errorOf(run).detail).toMatch(/^Argument \d of the command .* as it stands/);
  expect(errorOf(run).advice).toContain(`sh -c '… "$HOOK"'`);
  expect(service.asked()).toEqual([]);
});

test.each([
  ['sh', '-c', 'x=$HOOK'],
  ['true', 'sh', '-c', '$HOOK'],
  ['true', 'envsubst', '$HOOK'],
  ['true', 'X=$$HOOK', '$HOOKS', '$(HOOK)', 'price: 5 $HOOK off'],
])(
  'what fills in the variable by itself, or has another, is taken: %s %s %s',
  async (...command) => {
    proves('UI-secret-child-old-value');
    const service = await openSealingService({ claims: [Buffer.from('new')] });
    const words = ['secret', 'new', 'm', 'HOOK', '--', ...command];
    expect((await service.fleet(words, { env: { HOOK: undefined } })).code).toBe(0);
  },
);
