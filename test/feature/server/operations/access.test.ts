import { expect, test } from 'vitest';
import { OPERATIONS } from '../../../requirements.ts';
import { minimalInput } from '../../../support/operations/sample-inputs.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

proves(
  'SCOPE-matrix',
  'AUTH-forbidden',
  'ERR-forbidden',
  'ERR-unauthorized',
  'ERR-invalid_key',
  'ERR-invalid_json',
  'ERR-too_large',
  'LIM-body-size-tools',
  'AUTH-no-credential',
  'AUTH-invalid-key',
  'CONV-tools-scope',
  'ERR-unauthorized@every-operation',
  'ERR-invalid_key@every-operation',
  'ERR-invalid_json@every-operation',
  'ERR-too_large@every-operation',
);

const SCOPES = ['fleet:read', 'fleet:run', 'fleet:admin'];
const rows = Object.entries(OPERATIONS);

test('every operation is allowed and refused as its scope says', async () => {
  const server = await startTestServer();
  for (const [operation, { scope, input }] of rows) {
    for (const [rank, key] of (['read', 'run', 'admin'] as const).entries()) {
      const { status, body } = await server.tool(operation, minimalInput(input), key);
      const isAllowed = SCOPES.indexOf(scope) <= rank;
      expect(status === 403, `${operation} as ${key}`).toBe(!isAllowed);
      if (!isAllowed) expect(body.code).toBe('forbidden');
    }
  }
});

test('no operation answers without a good key', async () => {
  const server = await startTestServer();
  const { admin } = server.keys;
  // The key's own id with a secret part that differs in its last character.
  const forged = admin.slice(0, -1) + (admin.endsWith('1') ? '2' : '1');
  const authorization = `Bearer ${forged}`;
  for (const [operation, { input }] of rows) {
    const path = `/api/v1/tools/${operation}`;
    const body = minimalInput(input);
    const without = await server.call(path, { scope: 'none', body });
    expect([operation, without.status, without.body.code]).toEqual([
      operation,
      401,
      'unauthorized',
    ]);
    const unknown = await server.call(path, { scope: 'none', body, headers: { authorization } });
    expect([operation, unknown.status, unknown.body.code]).toEqual([operation, 401, 'invalid_key']);
  }
});

test('every operation refuses what is not JSON and what is too large', async () => {
  const server = await startTestServer();
  const bodyOf = (bytes: number) => JSON.stringify({ a: 'x'.repeat(bytes - '{"a":""}'.length) });
  for (const [operation] of rows) {
    const broken = await server.tool(operation, '{"a":');
    expect([operation, broken.status, broken.body.code]).toEqual([operation, 400, 'invalid_json']);
    const whole = await server.tool(operation, bodyOf(786_432));
    expect([operation, whole.body.code]).toEqual([operation, 'invalid_request']);
    const large = await server.tool(operation, bodyOf(786_433));
    expect([operation, large.status, large.body.code]).toEqual([operation, 413, 'too_large']);
  }
});
