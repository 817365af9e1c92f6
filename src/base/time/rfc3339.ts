const DAY_MS = 24 * 60 * 60 * 1000;

/** Of the day that was written last: most of a list are of one day, and the engine takes long for each. */
let written = { day: Number.NaN, date: '' };

/** A moment in milliseconds as RFC 3339 writes it: in UTC with milliseconds. Null stays null. */
export function rfc3339(ms: number): string;
export function rfc3339(ms: number | null): string | null;
export function rfc3339(ms: number | null): string | null {
  if (ms === null) return null;
  const day = Math.floor(ms / DAY_MS);
  if (day !== written.day || !Number.isInteger(ms)) {
    const text = new Date(ms).toISOString();
    // A part of a millisecond is cut off, also into the next day.
    if (Number.isInteger(ms)) written = { day, date: text.slice(0, -'00:00:00.000Z'.length) };
    return text;
  }
  const seconds = Math.floor((ms - day * DAY_MS) / 1000);
  const minutes = Math.floor(seconds / 60);
  const time = `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
  return `${written.date}${time}.${`${1000 + ((ms - day * DAY_MS) % 1000)}`.slice(1)}Z`;
}

function two(part: number): string {
  return part < 10 ? `0${part}` : `${part}`;
}
