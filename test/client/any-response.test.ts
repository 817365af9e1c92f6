import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkedCatalogue } from '../../src/client/catalogue/check.ts';
import { readResponse } from '../../src/client/read-response.ts';
import type { RequestInfo } from '../../src/client/request-info.ts';
import { Failure } from '../../src/contract/failure.ts';
import { proves } from '../support/proves.ts';

const KEY = 'fleet_k1_S3cretS3cretS3cret';

const sent: RequestInfo = {
  method: 'GET',
  origin: 'https://fleet.example',
  path: '/api/v1/me',
  operationClass: 'read',
  requestId: 'cli-1',
  key: KEY,
  conditional: false,
  timeLimitMs: 30_000,
};

const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant(KEY), fc.constant(''));
const body = fc.oneof(
  fc.uint8Array({ maxLength: 200 }),
  fc.json().map((json) => Buffer.from(json)),
  fc
    .record({ code: text, title: text, detail: text, status: fc.nat() }, { requiredKeys: [] })
    .map((problem) => Buffer.from(JSON.stringify(problem))),
);
const type = fc.oneof(
  text,
  fc.constantFrom(
    'application/json',
    'application/problem+json; charset=utf-8',
    'text/html',
    `${KEY}/x`,
  ),
);
const headers = fc.record(
  { 'content-type': type, 'retry-after': text, location: text, 'x-request-id': text, date: text },
  { requiredKeys: [] },
);

test('whatever is answered ends in an answer or in one clear failure without the key', async () => {
  proves('PROJECT-bad-answers', 'UI-keys-hidden');
  const statuses = fc.integer({ min: 200, max: 599 });
  await fc.assert(
    fc.asyncProperty(statuses, headers, body, async (status, fields, bytes) => {
      try {
        const response = { kind: 'answered', status, headers: fields, bytes } as const;
        const answer = await readResponse(response, sent, 0);
        expect([answer.status < 300, answer.bytes === bytes]).toEqual([true, true]);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        expect(['refused', 'not_the_service']).toContain(error.kind);
        expect(JSON.stringify(error.facts)).not.toContain('S3cret');
        expect(error.facts.title).not.toBe('');
      }
    }),
    { numRuns: 2_000 },
  );
});

test('whatever JSON the catalogue is, it gives usable tools or none', () => {
  proves('WIRE-client-needs-name-and-schema');
  const tool = fc.oneof(
    fc.jsonValue(),
    fc.record({ name: fc.oneof(text, fc.constant('get_job')), input_schema: fc.jsonValue() }),
    fc.record({ name: fc.constant('a'), input_schema: fc.constant({}), class: fc.jsonValue() }),
  );
  const catalogue = fc.oneof(fc.jsonValue(), fc.record({ tools: fc.array(tool) }));
  fc.assert(
    fc.property(catalogue, (value) => {
      for (const { name, input_schema, class: operationClass } of checkedCatalogue(value)?.tools ??
        []) {
        expect(name).toMatch(/^[^\s\p{Cc}\p{Cf}]+$/u);
        // A JSON Schema is an object, or `true` or `false` (JSON Schema 2020-12, 4.3.2).
        expect(['[object Object]', '[object Boolean]']).toContain(
          Object.prototype.toString.call(input_schema),
        );
        expect(['string', 'undefined']).toContain(typeof operationClass);
      }
    }),
  );
});
