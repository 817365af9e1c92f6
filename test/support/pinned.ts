import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';

/**
 * Compares what users rely on, one thing a line, with what is pinned in `test/stability/`: what is pinned may not go
 * or change. What is new is pinned with FLEET_PIN=write, so that a release finds everything pinned.
 */
export function expectPinned(name: string, lines: readonly string[]): void {
  const file = fileURLToPath(new URL(`../stability/${name}.txt`, import.meta.url));
  const present = [...new Set(lines)].sort();
  if (process.env['FLEET_PIN'] === 'write') writeFileSync(file, `${present.join('\n')}\n`);
  const pinned = readFileSync(file, 'utf8').trimEnd().split('\n');
  const known = new Set(present);
  const gone = pinned.filter((line) => !known.has(line));
  expect(gone, `gone from ${name}; this breaks what users rely on`).toEqual([]);
  const { testPath } = expect.getState();
  const command = `FLEET_PIN=write npx vitest run ${relative(process.cwd(), testPath ?? '')}`;
  expect(present, `new in ${name}, to be pinned: ${command}`).toEqual(pinned);
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
