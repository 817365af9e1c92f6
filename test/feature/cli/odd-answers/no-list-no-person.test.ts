import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { type ScriptedService, startScriptedService } from '../../../support/scripted-service.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';

const TEXT = { type: 'string' };
const SCHEMA = { type: 'object', properties: { machine: TEXT, skill: TEXT } };
const ERROR = { error: { code: 'internal', message: 'database is away' } };
const PROBLEM = { type: 'about:blank', title: 'Internal', status: 500, code: 'internal' };
const DETAILS = [{ detail: 'database is away' }];
/** The list in it is of what went wrong. */
const LISTED = [
  { ...PROBLEM, errors: DETAILS },
  { title: 'Internal', status: 500, details: DETAILS },
  { errors: DETAILS },
  { ...ERROR, details: DETAILS },
];
const NOTHING = [{}, 'null', '[]', ERROR, PROBLEM, ...LISTED];
const NO_SKILLS = [
  { skills: null },
  { skills: ['b'] },
  { ...ERROR, skills: [] },
  { errors: DETAILS, skills: [], next_before: null },
  { errors: [] },
];
/** What another service on that address says of itself. */
const OTHER = { status: 'ok', message: 'hello' };
const ME = { key_name: 'good', scope: 'fleet:run', organisation: { name: 'o' } };
const MACHINE = { id: 'm_1', name: 'm1', status: 'online', mode: 'control' };

let service: ScriptedService;
/** What is answered by the end of a path; all else is in order. */
let odd: readonly [string, unknown] = ['', undefined];

beforeAll(async () => {
  service = await startScriptedService({
    tools: ['get_skill', 'save_skill', 'delete_skill', 'list_inbox'].map((name) => ({
      name,
      class: 'read',
      input_schema: SCHEMA,
    })),
    answer: ({ path }) => {
      const place = path.split('?')[0] ?? '';
      if (odd[0] !== '' && place.endsWith(odd[0])) return { body: odd[1] };
      if (place.endsWith('/me')) return { body: ME };
      if (place.endsWith('/machines')) return { body: { machines: [MACHINE] } };
      if (place.endsWith('/machines/m_1')) return { body: MACHINE };
      if (place.endsWith('/skills')) return { body: { skills: [{ name: 'b' }] } };
      return { body: { content: '---\nname: b\n---\n' } };
    },
  });
});
afterAll(() => service.stop());

const env = (more: object = {}) => ({
  FLEET_BASE_URL: service.baseUrl,
  FLEET_API_KEY: 'key-1',
  NO_COLOR: '1',
  ...more,
});

test.each([...NOTHING, ...NO_SKILLS])('%j is no list of skills', async (body) => {
  proves('UI-not-what-was-asked');
  const dir = newTemporaryFolder();
  mkdirSync(join(dir, 'a'));
  writeFileSync(join(dir, 'a', 'SKILL.md'), '---\nname: a\n---\n');
  odd = ['/skills', body];
  const others = [
    ['diff', 'm1', '--exit-code'],
    ['push', 'm1', '--yes'],
  ];
  // What reads the list is the same for all three.
  for (const call of [['pull', 'm1', '--prune', '--yes'], ...(body === ERROR ? others : [])]) {
    const { code, stderr } = await runFleet(['skill', ...call, '--dir', dir], { env: env() });
    expect([call, code]).toEqual([call, 7]);
    expect(stderr).toContain('The service did not send the list');
  }
  expect(existsSync(join(dir, 'a', 'SKILL.md'))).toBe(true);
});

test.each([{ skills: [] }, { skills: [{ name: 'b' }], errors: null, error: null }])(
  '%j is a list: it tells of no error',
  async (body) => {
    proves('UI-not-what-was-asked');
    odd = ['/skills', body];
    const call = ['skill', 'diff', 'm1', '--dir', newTemporaryFolder()];
    expect((await runFleet(call, { env: env() })).code).toBe(0);
  },
);

test('what tells of no key is said by doctor, and none is stored', async () => {
  proves('UI-not-what-was-asked');
  const folder = newTemporaryFolder();
  const folders = { FLEET_CONFIG_DIR: folder, FLEET_API_KEY: '' };
  const login = (stdin: string) =>
    runFleet(['auth', 'login', '--key-stdin', '--store', 'file'], { env: env(folders), stdin });
  odd = ['', undefined];
  expect((await login('good-key-1234567890')).code).toBe(0);
  for (const body of [...NOTHING, OTHER]) {
    odd = ['/me', body];
    const mistyped = await login('mistyped');
    expect([body, mistyped.code, mistyped.stdout]).toEqual([body, 7, '']);
    expect(mistyped.stderr).toContain('does not say whose key it is');
  }
  const { stdout } = await runFleet(['auth', 'token'], { env: env(folders) });
  expect(stdout).toBe('good-key-1234567890\n');
  for (const body of ['null', ERROR, OTHER]) {
    odd = ['/me', body];
    const doctor = await runFleet(['doctor', '-o', 'json'], { env: env() });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain('GET /api/v1/me tells nothing of the key');
  }
});

test('a person is not told that nobody waits where no list comes for the inbox', async ({
  skip,
}) => {
  skip(!HAS_TERMINALS, 'no program `script` to make a terminal with');
  proves('UI-not-what-was-asked');
  for (const body of ['null', ERROR, LISTED[0]]) {
    odd = ['/inbox', body];
    const { code, output } = await runOnTerminal(['inbox'], { env: env() });
    expect([code, output]).toEqual([7, expect.stringContaining('did not send the list')]);
  }
});
