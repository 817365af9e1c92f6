import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { serveRaw } from '../../support/raw-server.ts';
import { runFleet } from '../../support/run-fleet.ts';

const HEAD =
  'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';
const BYTES = 600_000;

test('a response in chunks of one byte takes the memory of its bytes', async () => {
  proves('ATTACK-costly-text');
  const { url } = await serveRaw(`${HEAD}${'1\r\n \r\n'.repeat(BYTES)}2\r\n{}\r\n0\r\n\r\n`);
  const env = {
    FLEET_BASE_URL: url,
    FLEET_API_KEY: 'key-1',
    NODE_OPTIONS: '--max-old-space-size=32',
  };
  const { code, stdout } = await runFleet(['api', 'GET', '/api/v1/machines'], { env });
  expect([code, stdout.trim()]).toEqual([0, '{}']);
});
