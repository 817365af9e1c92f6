import { expect, test } from 'vitest';
import { serveTls } from '../../../support/network/serve-tls.ts';
import { EXPIRED_CERTIFICATE } from '../../../support/network/test-certificate.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';

test('a variable by which Node checks no certificate is told, where the service has one', async () => {
  proves('NET-path');
  const https = await serveTls(EXPIRED_CERTIFICATE);
  async function certificateCheck(url: string, value: string): Promise<unknown> {
    const env = {
      FLEET_BASE_URL: url,
      FLEET_API_KEY: 'key-1',
      NODE_TLS_REJECT_UNAUTHORIZED: value,
    };
    const { stdout } = await runFleet(['doctor', '--json'], { env });
    const { checks } = JSON.parse(stdout);
    return checks.find(({ check }: { readonly check: string }) => check === 'certificate');
  }
  expect(await certificateCheck(https, '0')).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('NODE_TLS_REJECT_UNAUTHORIZED'),
    fix: expect.stringContaining('NODE_EXTRA_CA_CERTS'),
  });
  expect(await certificateCheck(https, '1')).toBe(undefined);
  expect(await certificateCheck('http://127.0.0.1:1', '0')).toBe(undefined);
});
