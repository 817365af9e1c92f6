/** A moment in milliseconds as RFC 3339 writes it: in UTC with milliseconds. Null stays null. */
export function rfc3339(ms: number): string;
export function rfc3339(ms: number | null): string | null;
export function rfc3339(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
