import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { senderDeliveryId } from '../../../src/contract/record/delivery.ts';
import { signatureProblem } from '../../../src/machine/webhooks/signature.ts';
import { proves } from '../../support/proves.ts';

const body = Buffer.from([0x7b, 0xff, 0x0a]);
const key = Buffer.from('0123456789abcdef0123456789abcdef');
const secret = `whsec_${key.toString('base64')}`;
const receivedAtMs = Date.UTC(2026, 9, 1, 12);
const now = receivedAtMs / 1000;

function standard(timestamp: number, signed = body, by: Buffer | string = key): string {
  const digest = createHmac('sha256', by).update(`msg_1.${timestamp}.`).update(signed);
  return `v1,${digest.digest('base64')}`;
}

test.each([
  ['a right one', now, standard(now), undefined],
  ['one of several', now, `v1,AAAA ${standard(now)} v1a,xyz`, undefined],
  ['five minutes ago', now - 300, standard(now - 300), undefined],
  ['more than five minutes ago', now - 301, standard(now - 301), 'stale_timestamp'],
  ['more than five minutes ahead', now + 301, standard(now + 301), 'stale_timestamp'],
  ['another body', now, standard(now, Buffer.from('{')), 'bad_signature'],
  ['another key', now, standard(now, body, 'x'), 'bad_signature'],
  ['the time of another', now - 1, standard(now), 'bad_signature'],
  ['another version', now, standard(now).replace('v1,', 'v2,'), 'bad_signature'],
  ['nothing', now, '', 'bad_signature'],
])('Standard Webhooks: %s', (_name, timestamp, signatures, problem) => {
  proves('WIRE-webhook-signatures');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures,
  };
  const request = { headers, body, receivedAtMs, nowMs: receivedAtMs };
  expect(signatureProblem('standard_webhooks', secret, request)).toBe(problem);
});

test('the names of Svix are taken where none of the standard is there', () => {
  proves('WIRE-svix-headers');
  const svix = {
    'svix-id': 'msg_1',
    'svix-timestamp': String(now),
    'svix-signature': standard(now),
  };
  const check = (headers: Readonly<Record<string, string>>) =>
    signatureProblem('standard_webhooks', secret, {
      headers,
      body,
      receivedAtMs,
      nowMs: receivedAtMs,
    });
  expect(check(svix)).toBe(undefined);
  expect(senderDeliveryId(svix)).toBe('msg_1');
  expect(check({ ...svix, 'svix-id': 'msg_2' })).toBe('bad_signature');
  const again = { ...svix, 'webhook-id': 'msg_2' };
  expect(check(again)).toBe('missing_signature');
});

test('an old delivery is not taken as a new one by the time that somebody wrote into its body', () => {
  proves('ATTACK-shifted-signature');
  const old = now - 86_400;
  const signed = Buffer.from(`{"comment":"hm.${now}.{}"}`);
  const headers = {
    'webhook-id': `msg_1.${old}.{"comment":"hm`,
    'webhook-timestamp': String(now),
    'webhook-signature': standard(old, signed),
  };
  const request = { headers, body: Buffer.from('{}"}'), receivedAtMs, nowMs: receivedAtMs };
  expect(signatureProblem('standard_webhooks', secret, request)).toBe('bad_signature');
});

test('a secret whose key is empty verifies nothing', () => {
  proves('ATTACK-shifted-signature');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(now),
    'webhook-signature': standard(now, body, ''),
  };
  const request = { headers, body, receivedAtMs, nowMs: receivedAtMs };
  expect(signatureProblem('standard_webhooks', 'whsec_', request)).toBe('bad_signature');
  expect(signatureProblem('standard_webhooks', 'whsec_!', request)).toBe('bad_signature');
});

test('a request without signature headers is told as such', () => {
  const request = { headers: {}, body, receivedAtMs, nowMs: receivedAtMs };
  expect(signatureProblem('standard_webhooks', secret, request)).toBe('missing_signature');
  expect(signatureProblem('hub_signature', secret, request)).toBe('missing_signature');
});

test.each([
  ['held for 72 hours', 72 * 3600 + 300, undefined],
  ['older than any hold', 72 * 3600 + 301, 'stale_timestamp'],
  ['of a time to come', -301, 'stale_timestamp'],
])('what the server says of the time is checked: %s', (_name, ageSeconds, problem) => {
  proves('ATTACK-lying-service');
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(now),
    'webhook-signature': standard(now),
  };
  const request = { headers, body, receivedAtMs, nowMs: receivedAtMs + ageSeconds * 1000 };
  expect(signatureProblem('standard_webhooks', secret, request)).toBe(problem);
});
