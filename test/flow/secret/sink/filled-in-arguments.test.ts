import { expect, test } from 'vitest';
import { refuseFilledIn } from '../../../../src/flow/secret/sink/filled-in-arguments.ts';
import { proves } from '../../../support/proves.ts';

test.each([
  ['HOOK', ['--body', '']],
  ['HOOK', ['--body=']],
  ['HOOK', ['']],
  ['HOOK', ['HOOK=']],
  ['HOOK', ['-e', 'HOOK=']],
  ['HOOK', ['--from-literal=hook=']],
  ['HOOK', ['put', 'value=']],
  ['HOOK', ['--s3=']],
  ['HOOK', ['Authorization: Bearer ']],
  ['HOOK', ['X-Key: ']],
  ['HOOK', ['bot:']],
  ['HOOK', ['https://bot:@host']],
  ['HOOK', ['?key=&x=1']],
  ['HOOK', ['{"key":""}']],
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
])('where nothing was put for %s into %j, that is refused', (name, args) => {
  proves('UI-secret-child-old-value');
  expect(() => refuseFilledIn(args, name)).toThrow(
    expect.objectContaining({
      kind: 'usage',
      facts: expect.objectContaining({
        detail: expect.stringContaining(`${name} has no value now`),
      }),
    }),
  );
  expect(() => refuseFilledIn(args, name, 'of before')).not.toThrow();
});

test.each([
  '--body',
  'YQ==',
  'aGVsbG8=',
  'IFS= read; x=""; register "$HOOK"',
  'a:b',
  'https://host/?a=b',
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
])('%j has variables of its own, or reads the environment, and is taken as it is', (arg) => {
  proves('UI-secret-child-old-value');
  expect(() => refuseFilledIn([arg], 'HOOK')).not.toThrow();
});
