import { HOSTILE_TEXTS } from '../contract/hostile-values.ts';
import { pickOne, wholeNumber } from '../seeded-random.ts';

/** What the templates below would become where somebody evaluated them. */
export const EVALUATED = '8641969';

/** Texts that a careless client acts on: terminals, templates, shells, paths, prototypes. */
const TEXTS: readonly string[] = [
  ...HOSTILE_TEXTS,
  '\u001b]0;title\u0007',
  '\u001b[2J\u001b[H',
  '\u001b]8;;https://evil.example\u001b\\link',
  '\u009b31m',
  '\u009d0;title\u009c',
  'a\rb',
  '\b\b\b',
  '\u2066\u202e\u2069',
  '\u2028\u2029',
  '\u200b\ufeff',
  '<%= 1234567 * 7 %>',
  '${1234567 * 7}',
  '{{1234567 * 7}}',
  '$(echo pwned)',
  '`echo pwned`',
  '../../../outside',
  '/tmp/outside',
  'C:\\outside',
  '--yes',
  '-o',
  '--env-file',
  "=cmd|' /C calc'!A0",
  '漢字漢字',
  '👩‍👩‍👧',
  '@/etc/passwd',
  '@-',
  'job_38ftrj3c400',
];

const LONG_CHARS = 3_000;

/** A text that means harm, now and then a long one. */
export function hostileText(random: () => number): string {
  const text = pickOne(random, TEXTS);
  if (random() < 0.03) return text.padEnd(wholeNumber(random, 10, LONG_CHARS), text || 'x');
  return random() < 0.2 ? `${text}${pickOne(random, TEXTS)}` : text;
}

const NAMES = [
  'id',
  'name',
  'title',
  'state',
  'status',
  'machine',
  'job',
  'question',
  'error',
  'created_at',
  'next_before',
  'next_offset',
  'output',
  'options',
  'payload',
  'wait_seconds',
  'before',
  'limit',
  'rows',
];

/** The name of a member: a usual one, or a hostile text. */
export function memberName(random: () => number): string {
  return random() < 0.7 ? pickOne(random, NAMES) : hostileText(random);
}
