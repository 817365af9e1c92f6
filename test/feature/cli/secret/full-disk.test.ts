import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { fullDisk } from '../../../support/secret/full-disk.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

const VALUE = new TextEncoder().encode('the value');
const CHILD = ['--', 'sh', '-c', 'echo "got $A"; exit 7'];

test.each([
  ['a child', CHILD, 7, 'got the value\n'],
  ['stdout', ['--stdout'], 0, 'the value'],
  ['a file', ['--file', 'value', '-o', 'raw', '--query', 'state'], 0, 'delivered\n'],
  ['an env file', ['--dotenv', 'value', '-o', 'raw', '--query', 'state'], 0, 'delivered\n'],
])(
  'a disk that is full once the value is out takes nothing from %s',
  async (_, sink, code, out) => {
    proves('UI-secret-journal', 'UI-secret-one-sink');
    const service = await openSealingService({ claims: [VALUE] });
    const run = await service.fleet(['secret', 'new', 'm', 'A', ...sink], {
      env: fullDisk('delivering'),
    });
    expect([run.code, run.stdout]).toEqual([code, out]);
    expect(run.stderr).not.toContain('ENOSPC');
    expect(await service.traces()).toEqual([]);
  },
);

test.each([
  ['a child', CHILD, 7, 'got the value\n'],
  ['stdout', ['--stdout'], 0, 'the value'],
  ['a file', ['--file', 'value', '-o', 'raw', '--query', 'state'], 0, 'delivered\n'],
])(
  'an entry that cannot be removed once %s has the value is told, and how it goes',
  async (_, sink, code, out) => {
    proves('UI-secret-journal');
    const service = await openSealingService({ claims: [VALUE] });
    const run = await service.fleet(['secret', 'new', 'm', 'A', ...sink], {
      env: fullDisk('delivering', { readOnly: true }),
    });
    expect([run.code, run.stdout]).toEqual([code, out]);
    const [{ id } = { id: '' }] = await service.entries();
    expect(run.stderr).toContain(
      'A was handed over. Its entry could not be removed from the journal: EROFS: refused by the test, open\n' +
        `Discard it with: fleet secret discard ${id}\n`,
    );
    expect(run.stderr).not.toContain('resume');
    expect((await service.fleet(['secret', 'discard', id])).code).toBe(0);
    expect(await service.traces()).toEqual([]);
  },
);
