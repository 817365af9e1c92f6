import { expect, test } from 'vitest';
import { Failure } from '../../src/contract/failure.ts';
import { keyFromEnvironment } from '../../src/profile/key-source.ts';
import { proves } from '../support/proves.ts';

const files: Readonly<Record<string, string>> = {
  '/k/plain': 'fleet_file_1',
  '/k/line': 'fleet_file_1\n',
  '/k/windows': 'fleet_file_1\r\n',
  '/k/two-lines': 'fleet_S3cret\n\n',
  '/k/blank': 'fleet_S3cret key',
  '/k/header': 'fleet_S3cret\r\nx-evil: 1',
  '/k/umlaut': 'fleet_S3cretä',
  '/k/empty': '',
};

function readFile(path: string): string {
  const text = files[path];
  if (text === undefined) throw Object.assign(new Error('no'), { code: 'ENOENT' });
  return text;
}

const keyOf = (environment: Readonly<Record<string, string>>) =>
  keyFromEnvironment({ environment, readTextFile: readFile });

test.each([
  [{ FLEET_API_KEY: 'fleet_env' }, 'fleet_env', 'env'],
  [{ FLEET_API_KEY: 'fleet_env', FLEET_API_KEY_FILE: '/k/plain' }, 'fleet_env', 'env'],
  [{ FLEET_API_KEY: 'fleet_env\n' }, 'fleet_env', 'env'],
  [{ FLEET_API_KEY: 'fleet_env\r\n' }, 'fleet_env', 'env'],
  [{ FLEET_API_KEY: '', FLEET_API_KEY_FILE: '/k/plain' }, 'fleet_file_1', 'file'],
  [{ FLEET_API_KEY_FILE: '/k/line' }, 'fleet_file_1', 'file'],
  [{ FLEET_API_KEY_FILE: '/k/windows' }, 'fleet_file_1', 'file'],
])('%j gives %s from %s', (environment, key, storage) => {
  proves('UI-keys-precedence');
  expect(keyOf(environment)).toEqual({ key, source: 'env', storage });
});

test.each([
  [
    { FLEET_API_KEY: 'fleet_S3cret\n\n' },
    'FLEET_API_KEY must hold 1 to 512 visible ASCII characters',
  ],
  [{ FLEET_API_KEY_FILE: '/k/two-lines' }, 'The file /k/two-lines (FLEET_API_KEY_FILE) must hold'],
  [{ FLEET_API_KEY_FILE: '/k/blank' }, 'The file /k/blank (FLEET_API_KEY_FILE) must hold'],
  [{ FLEET_API_KEY_FILE: '/k/header' }, 'The file /k/header (FLEET_API_KEY_FILE) must hold'],
  [{ FLEET_API_KEY_FILE: '/k/umlaut' }, 'The file /k/umlaut (FLEET_API_KEY_FILE) must hold'],
  [{ FLEET_API_KEY_FILE: '/k/empty' }, 'The file /k/empty (FLEET_API_KEY_FILE) must hold'],
  [{ FLEET_API_KEY_FILE: '/k/none' }, 'FLEET_API_KEY_FILE names /k/none: ENOENT'],
])('%j is refused without its content: %s', (environment, detail) => {
  proves('UI-keys-hidden', 'PROJECT-bad-files');
  const error = catchFailure(() => keyOf(environment));
  expect([error.kind, error.facts.detail]).toEqual(['usage', expect.stringContaining(detail)]);
  expect(JSON.stringify(error.facts)).not.toContain('S3cret');
});

test('no variable is no key', () => {
  expect(keyOf({})).toBeUndefined();
});

function catchFailure(run: () => unknown): Failure {
  try {
    run();
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
