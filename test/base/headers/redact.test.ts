import { expect, test } from 'vitest';
import { redactHeaders, redactQuery } from '../../../src/base/headers/redact.ts';

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
  'X.Auth',
  'X-Hmac256',
  'X_Private_Key',
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

test.each([
  'key',
  'authKey',
  'auth[key]',
  'auth.key',
  'authkey',
  'hmacSha256',
  'requestSig',
  'passWord',
  'user%5Bsig%5D',
  'api+key',
  '%61piKey',
  '%EF%BD%8B%EF%BD%85%EF%BD%99',
])('the value of the parameter %s is hidden', (name) => {
  expect(redactQuery(`a=1&${name}=hush&b=2`)).toBe(`a=1&${name}=[redacted]&b=2`);
});

test.each(['keyboard', 'monkey', 'design', 'author', 'signal', 'keyId'])(
  'the value of the parameter %s is shown',
  (name) => {
    expect(redactQuery(`${name}=seen`)).toBe(`${name}=seen`);
  },
);
