import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const VALUE = new TextEncoder().encode('the value');

test('--stdout shows the value on a terminal only with --show', async () => {
  proves('UI-secret-stdout');
  const service = await openSealingService({ claims: [VALUE] });
  const { env, folder: cwd } = service;
  const words = ['secret', 'new', 'm', 'A', '--stdout'];
  const refused = await runOnTerminal(words, { env, cwd });
  expect([refused.code, service.asked()]).toEqual([2, []]);
  expect(refused.output).toContain('--show');
  const shown = await runOnTerminal([...words, '--show', '--quiet'], { env, cwd });
  expect([shown.code, shown.output]).toEqual([0, 'the value\n']);
});

test('a value that a terminal would act on is shown on none', async () => {
  const service = await openSealingService({ claims: [new TextEncoder().encode('\u001b[2Jv')] });
  const { env, folder: cwd } = service;
  const words = ['secret', 'new', 'm', 'A', '--stdout', '--show'];
  const { code, output } = await runOnTerminal(words, { env, cwd });
  expect(code).toBe(11);
  expect(output).not.toContain('[2Jv');
  expect((await service.fleet(['secret', 'resume', '--stdout'])).stdout).toBe('\u001b[2Jv');
  const bytes = await openSealingService({ claims: [new Uint8Array([0x9b, 0x32, 0x4a])] });
  const shown = await runOnTerminal(words, { env: bytes.env, cwd: bytes.folder });
  expect(shown.code).toBe(11);
});

test('where the machine has the secret already, a person is asked about --force', async () => {
  proves('UI-secret-force', 'UI-exit-3');
  const service = await openSealingService({ claims: ['exists', 'exists', VALUE] });
  const { env, folder: cwd } = service;
  const words = ['secret', 'new', 'box', 'A', '--file', 'value', '--no-color'];
  const prompt = /Type A to continue: /;
  const declined = await runOnTerminal(words, { env, cwd, typed: 'y\r', prompt });
  expect(declined.code).toBe(3);
  expect(declined.output).toContain('box has A already.');
  expect(declined.output).toContain('secret new --force: machine box, name A');
  const agreed = await runOnTerminal(words, { env, cwd, typed: 'A\r', prompt });
  expect(agreed.code).toBe(0);
  expect(await service.file('value')).toBe('the value');
  expect(agreed.output).not.toContain('the value');
  expect(service.asked().map(({ force }) => force === true)).toEqual([false, false, true]);
  expect(await service.traces()).toEqual([]);
});

test('a value that the env file has already is replaced only after a yes', async () => {
  proves('UI-secret-dotenv', 'UI-exit-3');
  const service = await openSealingService({ claims: [VALUE] });
  const { env, folder: cwd } = service;
  await writeFile(join(cwd, 'env'), 'A=typed-by-hand\nB=\n', { mode: 0o600 });
  const words = ['secret', 'new', 'box', 'A', '--dotenv', 'env', '--no-color'];
  const prompt = /\[y\/N\]/;
  const declined = await runOnTerminal(words, { env, cwd, typed: '\r', prompt });
  expect([declined.code, service.asked()]).toEqual([3, []]);
  expect(declined.output.replace(/\s+/g, ' ')).toContain('Replaces the value of A in ');
  expect(await service.file('env')).toBe('A=typed-by-hand\nB=\n');
  const agreed = await runOnTerminal(words, { env, cwd, typed: 'y\r', prompt });
  expect([agreed.code, await service.file('env')]).toEqual([0, "A='the value'\nB=\n"]);
});

test('--force is asked about once the machine was looked up, and before it is asked', async () => {
  proves('UI-secret-force');
  const service = await openSealingService({ claims: [VALUE] });
  const { env, folder: cwd } = service;
  const words = ['secret', 'new', 'box', 'A', '--file', 'value', '--force'];
  const prompt = /Type A to continue: /;
  expect((await runOnTerminal(words, { env, cwd, typed: '\r', prompt })).code).toBe(3);
  expect(service.service.requests).toMatchObject([
    { method: 'GET', path: expect.stringMatching(/machines\/box$/) },
  ]);
});

test('a yes to --force is for the service that the question named, whatever is chosen meanwhile', async () => {
  proves('UI-keys-one-service');
  const staging = await openSealingService({ claims: [VALUE] });
  const prod = await openSealingService({ claims: [VALUE] });
  const env = { ...staging.env, FLEET_BASE_URL: '', FLEET_API_KEY: '' };
  for (const [profile, { service }] of Object.entries({ prod, staging })) {
    const login = ['auth', 'login', '--profile', profile, '--base-url', service.baseUrl];
    const stored = [...login, '--key-stdin', '--store', 'file'];
    expect((await staging.fleet(stored, { env, stdin: `fleet_${profile}` })).code).toBe(0);
  }
  const choose = (profile: string) => staging.fleet(['auth', 'switch', profile], { env });
  await choose('staging');
  const words = ['secret', 'new', 'box', 'A', '--file', 'value', '--force', '--no-color'];
  const switched = async () => {
    expect((await choose('prod')).code).toBe(0);
    return 'A\r';
  };
  const steps = [{ prompt: /Type A to continue: /, typed: switched }];
  const agreed = await runOnTerminal(words, { env, cwd: staging.folder, steps });
  expect([agreed.code, prod.asked(), staging.asked()]).toMatchObject([0, [], [{ force: true }]]);
  expect(agreed.output).toContain(`At ${staging.service.baseUrl} (profile staging)\n`);
});

/** The spinner shows at once, and not after the second that a short answer may take. */
const IMPATIENT = `--import=data:text/javascript,${encodeURIComponent(`
  const { setTimeout } = globalThis;
  globalThis.setTimeout = (run, ms, ...args) => setTimeout(run, ms === 1000 ? 0 : ms, ...args);
`)}`;

test.each([
  ['--force', /Type A to continue: /],
  ['another machine', /\[y\/N\]/],
])(
  'nothing turns over the question about %s, and the wait after it is shown again',
  async (what, prompt) => {
    proves('UI-secret-force', 'UI-secret-other-machine');
    let id = 'mac_1';
    const service = await openSealingService({
      claims: [VALUE],
      others: ({ path }) =>
        path.includes('/machines/') ? { body: { id, name: 'box' } } : undefined,
    });
    const { folder: cwd } = service;
    await service.fleet(['secret', 'new', 'box', 'A', '--dotenv', 'env', '--force', '--yes']);
    if (what !== '--force') id = 'mac_2';
    const words = ['secret', 'new', 'box', 'A', '--dotenv', 'again'];
    const run = (answer: string) =>
      runOnTerminal(what === '--force' ? [...words, '--force'] : words, {
        cwd,
        env: { ...service.env, NODE_OPTIONS: IMPATIENT },
        prompt,
        typed: answer,
      });
    const afterQuestion = ({ output }: { readonly output: string }) =>
      output.slice(output.search(prompt));
    expect(afterQuestion(await run('n\r'))).not.toMatch(/waiting|\u001b\[\?25l/);
    const agreed = await run(what === '--force' ? 'A\r' : 'y\r');
    expect([agreed.code, afterQuestion(agreed)]).toEqual([
      0,
      expect.stringContaining('\u001b[?25l'),
    ]);
  },
);

test('a second Ctrl-C while the spinner turns leaves the cursor to be seen', async () => {
  proves('UI-interrupt');
  const arrived = Promise.withResolvers<void>();
  const service = await openSealingService({
    claims: [],
    asking() {
      arrived.resolve();
      return undefined;
    },
  });
  const { code, output } = await runOnTerminal(['secret', 'new', 'box', 'A', '--file', 'value'], {
    cwd: service.folder,
    env: { ...service.env, NODE_OPTIONS: IMPATIENT },
    steps: [
      { prompt: /\u001b\[\?25l/, typed: () => arrived.promise.then(() => '\u0003') },
      // The first is heard by then, and a person's second one comes later: two at once count as one.
      { prompt: /\u001b\[\?25h/, typed: () => setTimeout(50, '\u0003') },
    ],
  });
  expect(code).toBe(130);
  expect(output.lastIndexOf('\u001b[?25h')).toBeGreaterThan(output.lastIndexOf('\u001b[?25l'));
});
