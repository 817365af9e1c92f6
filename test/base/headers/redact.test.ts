import { expect, test } from 'vitest';
import { redactHeaders } from '../../../src/base/headers/redact.ts';

/** Names in use that carry a credential or a signature. */
const CREDENTIALS = [
  'Authorization',
  'Proxy-Authorization',
  'X-Amz-Security-Token',
  'Cookie',
  'X-Api-Key',
  'Apikey',
  'X-ApiKey-Value',
  'X-Access-Key',
  'X-Webhook-Password',
  'X-Auth',
  'X-Passwd',
  'X-Hub-Signature-256',
  'webhook-signature',
  'X-Sig',
  'X-Hmac',
  'X-Jwt',
  'X-Credential',
  'X-Authentication-Info',
  'Private-Key',
  'X-Client-Secret',
];

test.each(CREDENTIALS)('the value of %s is hidden', (name) => {
  expect(redactHeaders({ [name]: 'hush' })).toEqual({ [name]: '[redacted]' });
});

test.each([
  'Content-Type',
  'X-Event',
  'User-Agent',
  'webhook-id',
  'X-Author',
  'X-Keyboard',
  'Signal',
])('the value of %s is shown', (name) => {
  expect(redactHeaders({ [name]: 'as it came' })).toEqual({ [name]: 'as it came' });
});
