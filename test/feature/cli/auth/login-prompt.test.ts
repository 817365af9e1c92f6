import { execFileSync } from 'node:child_process';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const KEY_PROMPT = /API key for http:\/\/127\.0\.0\.1:\d+ \(profile default\): /;
const URL_PROMPT = /Base URL of the service: /;
const ME = {
  key_name: 'k',
  scope: 'fleet:read',
  organisation: { id: 'org_1', slug: 'o', name: 'O' },
};
const KNOWN = { FLEET_BASE_URL: 'http://127.0.0.1:9' };

test.each([
  ['Ctrl-C', KEY_PROMPT, KNOWN, 130],
  ['SIGINT', KEY_PROMPT, KNOWN, 130],
  ['SIGTERM', KEY_PROMPT, KNOWN, 143],
  ['Ctrl-C', URL_PROMPT, {}, 130],
  ['SIGTERM', URL_PROMPT, {}, 143],
] as const)(
  '%s at the question %s ends its line, and the terminal echoes again',
  async (how, prompt, env, code) => {
    proves('UI-exit-130', 'UI-auth-login-named');
    const { output } = await runOnTerminal(['auth', 'login', '--store', 'file'], {
      env: { ...env, NO_COLOR: '1' },
      after: 'echo "ended $?"; stty -a',
      steps: [
        {
          prompt,
          async typed(_output, pid) {
            if (how === 'Ctrl-C') return 'half\u0003';
            process.kill(pid(), how);
            return '';
          },
        },
      ],
    });
    const said = how === 'SIGTERM' ? 'Ended by SIGTERM' : 'Interrupted';
    expect(output).toMatch(new RegExp(`^fleet: ${said}\nended ${code}\n`, 'm'));
    expect(output).toMatch(/ icanon .* echo /s);
  },
);

test.each([
  [''],
  // On a terminal what is typed for it would be shown.
  [' --key-stdin'],
])(
  'an Enter too many does not end the question, and the key that is pasted next is no word for the shell:%s',
  async (more) => {
    proves('UI-keys-hidden', 'UI-auth-login-named');
    const service = await startScriptedService({ tools: [], answer: () => ({ body: ME }) });
    onTestFinished(service.stop);
    const words = `auth login --store file${more}`.split(' ');
    const { output } = await runOnTerminal(words, {
      env: { FLEET_BASE_URL: service.baseUrl, NO_COLOR: '1' },
      after: 'echo "ended $?"; stty -icanon min 0 time 1; echo "left <$(head -c 99)>"',
      steps: [
        { prompt: KEY_PROMPT, typed: '\n' },
        { prompt: KEY_PROMPT, typed: 'flt_first_key\n' },
      ],
    });
    expect(output).toMatch(/^ended 0\nleft <>/m);
    expect(output).not.toContain('_key');
  },
);

test('a login that takes the place of a key for another service says so before it asks', async () => {
  proves('UI-auth-login-named');
  const service = await startScriptedService({ tools: [], answer: () => ({ body: ME }) });
  onTestFinished(service.stop);
  const env = { FLEET_CONFIG_DIR: newTemporaryFolder(), NO_COLOR: '1' };
  const login = (baseUrl: string, typed: string) =>
    runOnTerminal(['auth', 'login', '--store', 'file', '--base-url', baseUrl], { env, typed });
  const { baseUrl } = service;
  const first = await login(baseUrl, 'flt_first_key\n');
  const again = await login(baseUrl, 'flt_second_key\n');
  expect(first.output + again.output).not.toContain('This login replaces');
  const other = await login('http://127.0.0.1:9', '\u0003');
  expect(other.output).toContain(
    `This login replaces the key k that the profile default has for ${baseUrl}.\n` +
      'To keep both, leave it with Ctrl-C and give another --profile.\nAPI key for',
  );
});

test.each([
  ['a line that is no key', 'API key of staging\n'],
  ['Ctrl-C', 'half\u0003'],
])(
  'of a paste that comes in parts, what stands behind %s is no word for the shell',
  async (_what, first) => {
    proves('UI-keys-hidden');
    const { output } = await runOnTerminal(['auth', 'login', '--store', 'file'], {
      env: { ...KNOWN, NO_COLOR: '1' },
      after: 'echo "ended $?"; stty -icanon min 0 time 1; echo "left <$(head -c 99)>"',
      steps: [
        { prompt: KEY_PROMPT, typed: first },
        { prompt: /\n/, typed: 'flt_first_key\n' },
      ],
    });
    expect(output).toMatch(/^ended \d+\nleft <>/m);
  },
);

test('a key that is pasted again while the first one is checked is shown nowhere, and Ctrl-C ends the check', async () => {
  proves('UI-keys-hidden', 'UI-exit-130');
  const asked = Promise.withResolvers<void>();
  const service = await startScriptedService({
    tools: [],
    answer: () => void asked.resolve(),
  });
  let settings = '';
  const { output } = await runOnTerminal(['auth', 'login', '--store', 'file'], {
    env: { FLEET_BASE_URL: service.baseUrl, NO_COLOR: '1' },
    after: 'echo "ended $?"; stty -icanon min 0 time 1; echo "left <$(head -c 99)>"',
    steps: [
      { prompt: KEY_PROMPT, typed: 'flt_first_key\n' },
      {
        prompt: /\n/,
        async typed(_output, pid) {
          await asked.promise;
          settings = execFileSync('stty', ['-a', '-F', `/proc/${pid()}/fd/0`], {
            encoding: 'utf8',
          });
          return 'flt_second_key\n\u0003';
        },
      },
    ],
  });
  expect(settings).toContain(' -echo ');
  expect(output).toMatch(/^fleet: Interrupted\n(?:.*\n)*ended 130\nleft <>/m);
  expect(output).not.toContain('_key');
});
