import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares what users rely on, one thing a line, with what is pinned in `test/stability/`: it may get company
 * and may not go or change. With FLEET_PIN=write it is pinned anew; with FLEET_PIN=all, as before a release,
 * everything has to be pinned.
 */
export function expectPinned(name: string, lines: readonly string[]): void {
  const file = fileURLToPath(new URL(`../stability/${name}.txt`, import.meta.url));
  const present = [...new Set(lines)].sort();
  const mode = process.env['FLEET_PIN'];
  if (mode === 'write') writeFileSync(file, `${present.join('\n')}\n`);
  const pinned = readFileSync(file, 'utf8').trimEnd().split('\n');
  const known = new Set(present);
  const gone = pinned.filter((line) => !known.has(line));
  expect(gone, `gone from ${name}; this breaks what users rely on`).toEqual([]);
  if (mode === 'all') expect(present, `not pinned yet: FLEET_PIN=write`).toEqual(pinned);
}

/** Each member of a JSON value with the kind of its value, lists by their first item. */
export function membersOf(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) {
    return value.length === 0 ? [`${path}[]`] : membersOf(value[0], `${path}[]`);
  }
  if (value === null || typeof value !== 'object') return [`${path} ${kindOf(value)}`];
  return Object.entries(value).flatMap(([name, member]) => membersOf(member, `${path}.${name}`));
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : typeof value;
}
