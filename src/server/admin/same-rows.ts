type Row = Readonly<Record<string, unknown>>;

/** Whether two results hold the same rows with the same values, whatever the order of either. */
export function sameRows(left: readonly Row[], right: readonly Row[]): boolean {
  if (left.length !== right.length) return false;
  const texts = right.map(textOf).sort();
  return left
    .map(textOf)
    .sort()
    .every((text, place) => text === texts[place]);
}

/** A row as text: its columns by name, bytes as Base64, so that every engine's row reads alike. */
function textOf(row: Row): string {
  const columns = Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify(
    columns.map(([name, value]) => [
      name,
      value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
    ]),
  );
}
