import { expect, test } from 'vitest';
import { parseJson, stringifyJson } from '../../../src/base/json/lossless.ts';
import { createScrub, scrubValue } from '../../../src/machine/secrets/scrub.ts';
import { proves } from '../../support/proves.ts';

proves('FIELD-artifact-scrubbed', 'LIM-artifact-size');

const SECRET = 'pässword/with "all" +';

test.each([
  SECRET,
  'cMOkc3N3b3JkL3dpdGggImFsbCIgKw==',
  'cMOkc3N3b3JkL3dpdGggImFsbCIgKw',
  'p%C3%A4ssword%2Fwith%20%22all%22%20%2B',
  'pässword/with \\"all\\" +',
])('a secret is taken out in the form %s', (form) => {
  expect(createScrub([SECRET])(`<${form}>`)).toBe('<[scrubbed]>');
});

const PUNCTUATED = "it's/a b~c*d(e)f!g+h%i:ä";

test.each([
  ['encodeURIComponent', "it's%2Fa%20b~c*d(e)f!g%2Bh%25i%3A%C3%A4"],
  ['encodeURI', "it's/a%20b~c*d(e)f!g+h%25i:%C3%A4"],
  ['curl --data-urlencode', 'it%27s%2Fa%20b~c%2Ad%28e%29f%21g%2Bh%25i%3A%C3%A4'],
  ['curl 7', 'it%27s%2fa%20b~c%2ad%28e%29f%21g%2bh%25i%3a%c3%a4'],
  ['quote of urllib', 'it%27s/a%20b~c%2Ad%28e%29f%21g%2Bh%25i%3A%C3%A4'],
  ['quote_plus of urllib', 'it%27s%2Fa+b~c%2Ad%28e%29f%21g%2Bh%25i%3A%C3%A4'],
  ['a form of HTML', new URLSearchParams({ a: PUNCTUATED }).toString().slice('a='.length)],
  ['the password of a URL in Node', "it's%2Fa%20b~c*d(e)f!g+h%i%3A%C3%A4"],
  ['urlencode of PHP', 'it%27s%2Fa+b%7Ec%2Ad%28e%29f%21g%2Bh%25i%3A%C3%A4'],
])('a secret is taken out of a URL as %s writes it', (_, form) => {
  expect(createScrub([PUNCTUATED])(`<${form}>`)).toBe('<[scrubbed]>');
});

const QUOTED = 'pä"s/s<w&o=r>d';

test.each([
  ['JavaScript', 'pä\\"s/s<w&o=r>d'],
  ['Go', 'pä\\"s/s\\u003cw\\u0026o=r\\u003ed'],
  ['Gson', 'pä\\"s/s\\u003cw\\u0026o\\u003dr\\u003ed'],
  ['Python', 'p\\u00e4\\"s/s<w&o=r>d'],
  ['PHP', 'p\\u00e4\\"s\\/s<w&o=r>d'],
])('a secret is taken out of a JSON string as %s writes it', (_, form) => {
  expect(createScrub([QUOTED])(`{"a":"${form}"}`)).toBe('{"a":"[scrubbed]"}');
});

test.each(['\n', '\r\n', '\n\n'])(
  'a secret that ends in %j is found as a shell passes it on',
  (end) => {
    const scrub = createScrub([`hunter2-secret${end}`]);
    expect(scrub('u hunter2-secret v')).toBe('u [scrubbed] v');
    const basic = Buffer.from('user:hunter2-secret').toString('base64');
    expect(scrub(`Authorization: Basic ${basic}`)).toMatch(
      /^Authorization: Basic dXNlcj\w?\[scrubbed\]\w?=*$/,
    );
  },
);

test('half a character in a secret does not keep the others from being taken out', () => {
  expect(createScrub(['\ud800-broken', 'hunter2-secret'])('a hunter2-secret')).toBe('a [scrubbed]');
});

test.each(['', 'a:', 'ab:', 'abc:', 'x-access-token:'])(
  'a secret is taken out of the base64 of a text that begins with %j',
  (before) => {
    const scrub = createScrub([SECRET]);
    for (const after of ['', '\n', '@host', ' and more']) {
      for (const encoding of ['base64', 'base64url'] as const) {
        const encoded = Buffer.from(`${before}${SECRET}${after}`).toString(encoding);
        const [start, end, ...more] = scrub(encoded).split('[scrubbed]');
        expect(more).toEqual([]);
        expect(start?.length).toBe(Math.ceil((before.length * 4) / 3));
        expect(end?.length).toBeLessThanOrEqual(Math.ceil((after.length * 4) / 3) + 3);
      }
    }
  },
);

test.each([
  ['base64(1)', 76, '\n'],
  ['MIME', 76, '\r\n'],
  ['openssl base64', 64, '\n'],
  ['base64(1) in a text of JSON', 76, '\\n'],
  ['base64(1) in a block of YAML', 76, '\n    '],
])('a secret is taken out of base64 in lines, as %s has it', (_, width, lineBreak) => {
  const token = `github_pat_${'0aB1cD2eF3gH4iJ5kL6mN7'.repeat(4)}`.slice(0, 93);
  for (const secret of [token, `-----BEGIN KEY-----\n${token.repeat(9)}\n`]) {
    const scrub = createScrub([secret]);
    for (const before of ['', 'a:', 'ab:', 'x-access-token:', 'name '.repeat(40)]) {
      const lines = Buffer.from(`${before}${secret}@host`)
        .toString('base64')
        .match(new RegExp(`.{1,${width}}`, 'g'));
      const scrubbed = scrub(`+ AUTH=${lines?.join(lineBreak)}\n+ git fetch\n`);
      const [start, end, ...more] = scrubbed.split('[scrubbed]');
      expect(more).toEqual([]);
      expect(start?.replaceAll(lineBreak, '').length).toBe(
        '+ AUTH='.length + Math.ceil((before.length * 4) / 3),
      );
      expect(end).toMatch(/^[\w=\s\\]{0,20}\n\+ git fetch\n$/);
    }
  }
});

test('a secret is taken out of base64 in lines whole, also where another one stands within it', () => {
  const outer = `user=postgres\nkey=${'0aB1cD2eF3gH4iJ5kL6mN7'.repeat(6)}\nhost=db.internal`;
  for (const before of ['', 'a', 'ab']) {
    const lines =
      Buffer.from(before + outer)
        .toString('base64')
        .match(/.{1,76}/g) ?? [];
    const scrubbed = createScrub([outer, 'postgres', 'db.internal'])(lines.join('\n'));
    expect(scrubbed).toMatch(/^\w{0,4}\[scrubbed\][\w=]{0,4}$/);
  }
});

test('base64 in lines without a secret stays as it is', () => {
  const lines = Buffer.from('what anybody may read '.repeat(20))
    .toString('base64')
    .match(/.{1,76}/g)
    ?.join('\n');
  expect(createScrub([SECRET])(`<${lines}>`)).toBe(`<${lines}>`);
});

test.each([
  ['Authorization: Bearer abcdef0123456789', 'Authorization: Bearer [scrubbed]'],
  ['key fleet_k1ab2c_Q8dkeo2kd9sk2', 'key [scrubbed]'],
  ['sk-live_0123456789abcdefXYZ', '[scrubbed]'],
  ['ghp_0123456789abcdefghij0123', '[scrubbed]'],
  ['xoxb-123456789012-abc', '[scrubbed]'],
  ['AKIAIOSFODNN7EXAMPLE', '[scrubbed]'],
  ['eyJhbGciOiJIUzI1.eyJzdWIiOiIx.c2ln', '[scrubbed]'],
  [
    'the bearer of bad news; fleet_yaml; task-force',
    'the bearer of bad news; fleet_yaml; task-force',
  ],
])('%s → %s', (text, scrubbed) => {
  expect(createScrub([])(text)).toBe(scrubbed);
});

test('a secret of several lines is found line by line', () => {
  const scrub = createScrub(['-----BEGIN KEY-----\nMIIEvQIBADANBg\n']);
  expect(scrub('x MIIEvQIBADANBg y')).toBe('x [scrubbed] y');
});

test('a value of fewer than eight characters is a word of other texts, in each of its forms', () => {
  const scrub = createScrub(['main', 'ünï: +"', 's3cr3t-8']);
  const text = 'main bWFpbg== %C3%BCn%C3%AF%3A%20%2B%22 ünï: +\\"';
  expect(scrub(`${text} s3cr3t-8`)).toBe(`${text} [scrubbed]`);
});

test('numbers that no double holds stay what they are in a scrubbed value', () => {
  const value = parseJson('{"id":12345678901234567890,"key":"hunter22"}');
  expect(stringifyJson(scrubValue(value, createScrub(['hunter22'])))).toBe(
    '{"id":12345678901234567890,"key":"[scrubbed]"}',
  );
});

test('every text of a JSON value is scrubbed, names of members too', () => {
  const scrub = createScrub(['hunter22']);
  expect(scrubValue({ hunter22: [1, null, 'a hunter22', { b: true }] }, scrub)).toEqual({
    '[scrubbed]': [1, null, 'a [scrubbed]', { b: true }],
  });
});

test('beginnings of tokens without end take no more than the time of one reading', () => {
  proves('ATTACK-linear-patterns');
  const scrub = createScrub([]);
  for (const text of [
    '-eyJ'.repeat(65_536),
    `bearer${' '.repeat(262_144)}`,
    'A'.repeat(262_144),
    `${'A'.repeat(64)}\n`.repeat(4_096),
  ]) {
    expect(scrub(text)).toBe(text);
  }
  expect(scrub('bearer a/bearer 0123456789')).toBe('bearer [scrubbed] [scrubbed]');
});
