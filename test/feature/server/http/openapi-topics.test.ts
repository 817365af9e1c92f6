import { createHmac } from 'node:crypto';
import sodium from 'libsodium-wrappers';
import { expect, test } from 'vitest';
import { PUBLISHED } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { startTestServer } from '../../../support/test-server.ts';

interface Tag {
  readonly name: string;
  readonly description: string;
}

async function readTopics(): Promise<ReadonlyMap<string, string>> {
  const server = await startTestServer();
  const { tags } = (await server.call('/api/v1/openapi.json', { scope: 'none' })).body;
  return new Map(tags.map(({ name, description }: Tag) => [name, description]));
}

/** The first block of JSON in a topic. */
function exampleIn(topic: string | undefined): Record<string, string> {
  return JSON.parse(/```json\n(.+?)\n```/s.exec(topic ?? '')?.[1] ?? 'null');
}

test('what the server decided can be read in its OpenAPI document, each at its subject', async () => {
  proves('PUB-decisions');
  const topics = await readTopics();
  for (const [name, facts] of Object.entries(PUBLISHED['PUB-decisions'].topics)) {
    for (const fact of facts) expect(topics.get(name), name).toContain(fact);
  }
});

test('the vector of the sealed box opens by another implementation', async () => {
  proves('PUB-decisions');
  const { recipient_key, recipient_secret_key, sealed, value } = exampleIn(
    (await readTopics()).get('Sealed secrets'),
  );
  await sodium.ready;
  const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));
  const opened = sodium.crypto_box_seal_open(
    bytes(sealed),
    bytes(recipient_key),
    bytes(recipient_secret_key),
  );
  expect(Buffer.from(opened).toString()).toBe(value);
});

test('the example of a signed webhook is signed as it says', async () => {
  proves('PUB-decisions');
  const example = exampleIn((await readTopics()).get('Webhooks'));
  const key = Buffer.from((example['secret'] ?? '').slice('whsec_'.length), 'base64');
  const signed = `${example['webhook-id']}.${example['webhook-timestamp']}.${example['body']}`;
  const digest = createHmac('sha256', key).update(signed).digest('base64');
  expect(example['webhook-signature']).toBe(`v1,${digest}`);
});
