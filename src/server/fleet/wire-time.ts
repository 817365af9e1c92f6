/** Milliseconds as they travel: RFC 3339 in UTC with milliseconds. */
export function wireTime(ms: number): string;
export function wireTime(ms: number | null): string | null;
export function wireTime(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}
