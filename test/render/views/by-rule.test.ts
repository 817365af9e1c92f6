import fc from 'fast-check';
import { expect, test } from 'vitest';
import { viewFormat } from '../../../src/render/views/view-format.ts';
import { proves } from '../../support/proves.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();

function shown(value: unknown, more: object = {}): string {
  const options = { isTerminal: true, colour: false, now: NOW, width: 80, ...more };
  return String(viewFormat.value({ value }, options));
}

const KETTLE = {
  id: 'ket_1',
  litres: 1.6666666666,
  boiled_at: ago(7),
  tags: [],
  phase: 'running',
  owner_id: 'own_77',
  title: 'The kettle of the second floor, beside the window',
  lid: { open: false, seal: null },
  log: Array.from({ length: 40 }, (_, at) => `line ${at + 1} of a log that goes on`),
};

test('an operation nobody knows shows state, title, plain members, when and id', () => {
  proves('UI-output-by-rule');
  expect(shown({ kettles: [KETTLE, { ...KETTLE, phase: 'failed' }], next_before: 'x' })).toBe(
    `PHASE    TITLE                                LITRES  OWNER ID  BOILED AT  ID
running  The kettle of the second floor…      1.67    own_77    7m ago     ket_1
failed   The kettle of the second floor…      1.67    own_77    7m ago     ket_1

There is more: --all shows the whole list.
`,
  );
  expect(shown([KETTLE], { width: 40 })).toBe(
    `PHASE    TITLE
running  The kettle of the second…
`,
  );
});

test('of a record nobody knows nothing empty is shown, and of lists the newest lines', () => {
  proves('UI-output-by-rule');
  const lines = shown({ kettle: KETTLE }).split('\n');
  expect(lines.slice(0, 8)).toEqual([
    'running  The kettle of the second floor, beside the window',
    '  id         ket_1',
    '  litres     1.67',
    '  boiled at  7m ago',
    '  owner id   own_77',
    '  lid open   no',
    '  log, the last 20',
    '    line 21 of a log that goes on',
  ]);
  expect(lines.at(-2)).toBe('    line 40 of a log that goes on');
  expect(shown({ members: [], invitations: [] })).toBe('  No members, no invitations.\n');
});

test('names of members are made harmless as values are', () => {
  proves('UI-output-by-rule', 'ATTACK-fuzzed-client');
  const name = '\u001b]0;title\u0007a\u202e_b';
  expect(shown({ thing: { [name]: 'x', id: 'y' } })).toBe('  a b  x\n  id   y\n');
  expect(shown([{ [name]: 'x' }, { [name]: 'y' }])).toBe('A B\nx\ny\n');
});

test('no answer whatever breaks a view, and none lets a harmful character through', () => {
  proves('UI-output-by-rule', 'UI-output-sanitised');
  const members = [
    'id',
    'name',
    'title',
    'state',
    'status',
    'skill',
    'question',
    'outcome',
    'received_at',
    'link',
    'type',
    'asked_by',
    'runner',
    'auth',
    'role',
    'email',
    'number',
    'action',
    'actor',
    'days',
    'totals',
    'needs_attention',
    'machines',
    'jobs',
    'waiting',
    'failing',
    'away',
    'progress',
    'opened_at',
    'alert_types',
    'kind',
    'links',
    'checks',
    'next_before',
  ];
  const harmful = fc.constantFrom('\u001b[2Jx', 'a\u202eb', 'c\u0007', '', 'needs_input', ago(3));
  const { any } = fc.letrec((tie) => ({
    any: fc.oneof(
      { maxDepth: 4 },
      harmful,
      fc.string(),
      fc.double(),
      fc.constant(null),
      fc.boolean(),
      fc.array(tie('any'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...members), tie('any'), { maxKeys: 8 }),
    ),
  }));
  const anyRecord = fc.dictionary(fc.constantFrom(...members), any ?? fc.anything(), {
    maxKeys: 12,
  });
  fc.assert(
    fc.property(anyRecord, fc.constantFrom(20, 40, 80), fc.boolean(), (value, width, isEnd) => {
      const options = { isTerminal: true, colour: false, now: NOW, width };
      const text = String(viewFormat.value({ value, isEnd }, options));
      expect(text).not.toMatch(/[\u001b\u202e\u0007]/);
    }),
    { numRuns: 300 },
  );
});
