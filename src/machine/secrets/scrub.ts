/** Replaces a secret. */
const MARK = '[scrubbed]';

/** Shorter values are ordinary words too often to be replaced everywhere. */
const VALUE_CHARS_MIN = 4;

/** Formats of common credentials: API keys, signed tokens. */
const CREDENTIALS: readonly RegExp[] = [
  /\bfleet_[A-Za-z0-9]{4,}_[A-Za-z0-9_-]{8,}/g,
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
  /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g,
];

/** What follows the word. Looking behind from each character is slow, so first it is asked whether it is there. */
const BEARER_WORD = /\bbearer\s/i;
const BEARER_TOKEN = /(?<=\bbearer\s+)[A-Za-z0-9._~+/=-]{8,}/gi;

/** Replaces the secrets in a text. */
export type Scrub = (text: string) => string;

/**
 * A scrub for these secret values: it replaces each, also in its base64, URL and JSON forms and,
 * where a value has several lines, each of its longer lines; then whatever looks like a credential.
 */
export function createScrub(values: Iterable<string>): Scrub {
  const forms = new Set([...values].flatMap(formsOf));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    let scrubbed = text;
    for (const form of longestFirst) scrubbed = scrubbed.replaceAll(form, MARK);
    if (BEARER_WORD.test(scrubbed)) scrubbed = scrubbed.replace(BEARER_TOKEN, MARK);
    for (const pattern of CREDENTIALS) scrubbed = scrubbed.replace(pattern, MARK);
    return scrubbed;
  };
}

function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const lines = value.includes('\n') ? value.split(/\r?\n/).filter((line) => line.length >= 8) : [];
  return [
    value,
    bytes.toString('latin1'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    encodeURIComponent(value),
    JSON.stringify(value).slice(1, -1),
    ...lines,
  ].filter((form) => form.length >= VALUE_CHARS_MIN);
}

/** The same JSON value with every text in it scrubbed, names of members included. */
export function scrubValue(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, scrub));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [scrub(name), scrubValue(member, scrub)]),
  );
}
