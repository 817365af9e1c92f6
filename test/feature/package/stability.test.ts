import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { onTestFinished, test } from 'vitest';
import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import { Failure } from '../../../src/contract/failure.ts';
import { PROBLEMS } from '../../../src/contract/problem.ts';
import { outputEvent } from '../../../src/flow/live/follow-events.ts';
import { entryText, readEntry } from '../../../src/flow/secret/journal-entry.ts';
import { EXIT_CODES, exitCodeOf } from '../../../src/terminal/exit-codes.ts';
import { expectPinned, membersOf } from '../../support/pinned.ts';
import { proves } from '../../support/proves.ts';
import { runFleet } from '../../support/run-fleet.ts';
import { startMorningFleet } from '../../support/screens/morning-fleet.ts';
import { startTestServer } from '../../support/test-server.ts';

proves('PACKAGE-stable');

interface Word {
  readonly name: string;
  readonly required?: boolean;
  readonly type?: string;
  readonly char?: string;
  readonly allowNo?: boolean;
}

interface Described {
  readonly id: string;
  readonly args: Readonly<Record<string, Word>>;
  readonly flags: Readonly<Record<string, Word>>;
}

test('commands, their arguments and flags, and what they want', () => {
  const lines = Object.values<Described>(manifest.commands).flatMap(({ args, flags, id }) => {
    const words = `fleet ${id.replaceAll(':', ' ')}`;
    const wanted = [...Object.entries(args), ...Object.entries(flags)]
      .filter(([, { required }]) => required === true)
      .map(([name]) => name);
    return [
      `${words} wants: ${wanted.join(', ') || 'nothing'}`,
      ...Object.values(args).map(({ name }, place) => `${words} ${place + 1}: ${name}`),
      ...Object.entries(flags).map(([name, { allowNo, char, type }]) =>
        [words, `--${name}`, type, char && `-${char}`, allowNo && 'or --no-']
          .filter(Boolean)
          .join(' '),
      ),
    ];
  });
  expectPinned('commands', lines);
});

test('exit codes, also of what the service says', () => {
  const ofProblems = Object.keys(PROBLEMS).map((code) => {
    const failure = new Failure('refused', { code, title: '', status: 500 });
    return `${code} ${exitCodeOf(failure)}`;
  });
  expectPinned('exit-codes', [...EXIT_CODES.map(({ code }) => `exit ${code}`), ...ofProblems]);
});

test('variables of the environment', () => {
  const source = readFileSync('src/commands/help/environment.ts', 'utf8');
  const rows = [...source.matchAll(/'([A-Z_]{2,}(?:, [A-Z_]+)*)'/g)];
  expectPinned(
    'variables',
    rows.flatMap(([, names = '']) => names.split(', ')),
  );
});

test('the JSON that fleet makes itself', { timeout: 60_000 }, async () => {
  const server = await startMorningFleet();
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin };
  const all = await Promise.all(
    [
      ['status', '--json'],
      ['auth', 'status', '--json'],
      ['secret', 'list', '--json'],
      ['skill', 'diff', 'build-01', '--json'],
      ['doctor', '--json'],
      ['each', '--machine', 'build-*', '-o', 'jsonl', '--', 'get-machine'],
      ['cloud', 'get-job', 'job_00000000000', '--json'],
      ['cloud', 'get-job', '--nonsense', '--json'],
    ].map(async (args) => {
      const { stderr, stdout } = await runFleet(args, { env });
      const text = stdout === '' ? (/^\{.*\}$/m.exec(stderr)?.[0] ?? '') : stdout;
      const words = args.filter((word) => /^[a-z-]+$/.test(word) && !word.startsWith('--'));
      const lines = text.split('\n').filter((line) => line !== '');
      return (
        lines
          .flatMap((line) => membersOf(JSON.parse(line)))
          // What a record of the service has is the service's.
          .map((member) => (args[0] === 'status' ? member.replace(/\[\].*/, '[]') : member))
          .map((member) => `${words.join(' ')}: ${member}`)
      );
    }),
  );
  expectPinned('json', all.flat());
});

test('the events of what is followed and watched', { timeout: 60_000 }, async () => {
  const server = await startMorningFleet();
  const env = { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.read };
  const { jobs } = (await server.tool('list_jobs')).body;
  const following = jobs.map(({ id }: { id: string }) => ['job', 'follow', id]);
  const all = await Promise.all(
    [...following, ['job', 'follow', 'job_00000000000'], ['watch', 'jobs']].map(async (words) => {
      const until = words[0] === 'watch' ? ['--until', 'needs_input'] : [];
      const args = [...words, '-o', 'jsonl', '--follow-timeout', '1s', ...until];
      const { stdout } = await runFleet(args, { env });
      return stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
    }),
  );
  const output = outputEvent('job_00000000000', 'stdout', { text: '', isGap: false });
  expectPinned(
    'events',
    [...all.flat(), output].flatMap(({ event, ...more }) =>
      membersOf(more)
        // What a record of the service has is the service's.
        .map((member) => member.replace(/^\.(record|row|question)\b.*/, '.$1'))
        .map((member) => `${event}: ${member}`),
    ),
  );
});

test('tables of the database', async () => {
  const { close, dataFolder } = await startTestServer();
  const database = new DatabaseSync(join(dataFolder, 'fleet.db'), { readOnly: true });
  onTestFinished(() => database.close());
  const columns = database
    .prepare(
      `select m.name as of, c.name, c.type from sqlite_schema m, pragma_table_info(m.name) c
       where m.type = 'table' and m.name not like 'sqlite_%'`,
    )
    .all();
  expectPinned(
    'database',
    columns.map(({ name, of, type }) => `${of}.${name} ${type}`),
  );
  await close();
});

test('the journal of secrets, whose entries of the first version are read and written', () => {
  const entries: readonly { readonly id: string }[] = JSON.parse(
    readFileSync('test/support/first-version/journal.json', 'utf8'),
  );
  const written = entries.map((entry) => {
    const read = readEntry(JSON.stringify(entry), entry.id);
    if (read === undefined) throw new Error(`${entry.id} is not read`);
    return JSON.parse(entryText(read));
  });
  expectPinned(
    'journal',
    written.flatMap((entry) => membersOf(entry)),
  );
});
