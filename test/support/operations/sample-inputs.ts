import type { Member, Members } from '../../requirements/entry.ts';

export type Input = Readonly<Record<string, unknown>>;

/** An input that passes validation with nothing but its required members; it names no real thing. */
export function minimalInput(members: Members): Input {
  const required = Object.entries(members).filter(([, member]) => member.required);
  return Object.fromEntries(required.map(([name, member]) => [name, sample(member)]));
}

function sample(member: Member): unknown {
  if (member.values) return member.values[0];
  return member.pattern === undefined ? 'nothing-of-that-name' : 'a';
}

/**
 * Values of `member` that lie on its borders and pass. None for a cursor and for a member of our own
 * choice without a limit, whose text may have to mean something.
 */
export function validValues(name: string, member: Member): readonly unknown[] {
  const { type, min, max, itemMax = 1, values, moment, email, ours } = member;
  if (values) return values;
  if (email) return ['a@b', `${'x'.repeat((max ?? 0) - '@example.com'.length)}@example.com`];
  if (moment) return ['2026-10-01', '2026-10-01T12:00:00Z', '2026-10-01T12:00:00.123+02:00'];
  if (name === 'before' || (ours && max === undefined)) return [];
  switch (type) {
    case 'string':
      return max === undefined ? ['x'] : ['x'.repeat(max), astral(max), 'x'.repeat(min ?? 0)];
    case 'integer':
      return [min, max];
    case 'boolean':
      return [true, false];
    case 'object':
      return [{}, { member: null }];
    case 'any':
      return [null, 0, 'text', [], { deep: [{}] }];
    case 'list of strings':
      return [Array(max).fill('x'.repeat(itemMax)), ['x']];
    case 'map of strings':
      return [{}, { name: 'value' }];
  }
}

/** Characters outside of the basic plane count as one each; the largest texts would be too large. */
function astral(count: number): string {
  return '\u{1f600}'.repeat(Math.min(count, 20_000));
}

/** Values of `member` that are refused: of another type, or one beyond a border. */
export function invalidValues(member: Member): readonly unknown[] {
  const { type, min, max, itemMin, itemMax, values, pattern, moment, email } = member;
  const beyond = max === undefined ? [] : [max + 1];
  switch (type) {
    case 'string':
      return [
        7,
        'nul \0',
        ...beyond.map((length) => 'x'.repeat(length)),
        ...(min === undefined || min === 0 ? [] : ['']),
        ...(moment ? ['yesterday', '2026-02-31'] : []),
        ...(email ? ['', 'nobody', 'a@b@c', 'a b@c', `${'x'.repeat(max ?? 0)}@b`] : []),
        ...(values ? ['neither of them'] : []),
        ...(pattern === undefined ? [] : ['-No']),
      ];
    case 'integer':
      return ['1', 1.5, ...beyond, ...(min === undefined ? [] : [min - 1])];
    case 'boolean':
      return ['true', 1];
    case 'object':
      return [[], 'text', 1];
    case 'any':
      return [];
    case 'list of strings':
      return [
        'x',
        [7],
        ...beyond.map((count) => Array(count).fill('x')),
        ...(min === undefined || min === 0 ? [] : [[]]),
        ...(itemMax === undefined ? [] : [['x'.repeat(itemMax + 1)]]),
        ...(itemMin === undefined || itemMin === 0 ? [] : [['']]),
      ];
    case 'map of strings':
      return [{ name: 1 }, [], 'text'];
  }
}

/** A value short enough to stand in a message. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value);
  return text.length > 60 ? `${text.slice(0, 40)}… (${text.length})` : text;
}
