import { isExactNumber } from '../../base/json/lossless.ts';
import { SCRUBBED } from '../../contract/scrubbed-text.ts';
import { jsonForms } from './json-forms.ts';
import { urlForms } from './url-forms.ts';

/** Shorter values, as `main` or `2026`, are ordinary words too often to be replaced everywhere. */
export const SEARCHED_CHARS_MIN = 8;

/** Formats of common API keys. */
const CREDENTIALS: readonly RegExp[] = [
  /\bfleet_[A-Za-z0-9]{4,}_[A-Za-z0-9_-]{8,}/g,
  /\b(?:sk|pk|rk)[-_][A-Za-z0-9_-]{16,}/g,
  /\bgh[pousr]_[A-Za-z0-9]{20,}/g,
  /\bgithub_pat_[A-Za-z0-9_]{20,}/g,
  /\bxox[abprs]-[A-Za-z0-9-]{10,}/g,
  /\bAKIA[A-Z0-9]{16}\b/g,
];

/** A signed token (RFC 7519), or what only begins as one: taken whole, no beginning within it is looked at again. */
const SIGNED_TOKEN = /\beyJ[A-Za-z0-9_-]{8,}(\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*)?/g;

/** What a token follows (RFC 6750, section 2.1), and the token. */
const BEARER = /\bbearer\s+/gi;
const BEARER_TOKEN = /[A-Za-z0-9._~+/=-]{8,}/y;

/** Replaces the secrets in a text. */
export type Scrub = (text: string) => string;

/**
 * A scrub for these secret values: it replaces each that is long enough, also in its base64, URL and JSON forms and,
 * where a value has several lines, each of its longer lines; then whatever looks like a credential.
 */
export function createScrub(values: Iterable<string>): Scrub {
  // A shell leaves line ends at the end of a value away, and other programs blanks too.
  const searched = [...values].flatMap((value) => [value, value.trimEnd()]);
  const forms = new Set(searched.flatMap(formsOf));
  const longestFirst = [...forms].sort((a, b) => b.length - a.length);
  return (text) => {
    // What is wrapped comes first: a mark in the place of a shorter secret within it would hide the longer one.
    let scrubbed = withoutForms(withoutWrapped(text, longestFirst), longestFirst);
    scrubbed = withoutBearerTokens(scrubbed);
    for (const pattern of CREDENTIALS) scrubbed = scrubbed.replace(pattern, SCRUBBED);
    return scrubbed.replace(SIGNED_TOKEN, (found, isWhole) => (isWhole ? SCRUBBED : found));
  };
}

function withoutForms(text: string, forms: readonly string[]): string {
  return forms.reduce((scrubbed, form) => scrubbed.replaceAll(form, SCRUBBED), text);
}

/** An end of a line, also as JSON writes it, and the blanks that a block of YAML puts before the next line. */
const LINE_BREAK = /(?:\r?\n|(?:\\r)?\\n)[ \t]*/g;

/** Base64 in lines of 64 or 76 digits, as openssl, base64(1) and MIME write it; begun only where its first line does. */
const WRAPPED = new RegExp(`(?<![\\w+/-])(?:[\\w+/-]{60,}${LINE_BREAK.source})+[\\w+/-]{2,}`, 'g');

/** A secret can stand across its lines, which are joined then. */
function withoutWrapped(text: string, forms: readonly string[]): string {
  return text.replace(WRAPPED, (lines) => {
    const joined = lines.replaceAll(LINE_BREAK, '');
    const scrubbed = withoutForms(joined, forms);
    return scrubbed === joined ? lines : scrubbed;
  });
}

/** From each word on: looking behind from each character would take the square of the time. */
function withoutBearerTokens(text: string): string {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: word, index } of text.matchAll(BEARER)) {
    BEARER_TOKEN.lastIndex = index + word.length;
    if (!BEARER_TOKEN.test(text)) continue;
    parts.push(text.slice(from, index + word.length), SCRUBBED);
    from = BEARER_TOKEN.lastIndex;
  }
  return parts.length === 0 ? text : `${parts.join('')}${text.slice(from)}`;
}

function formsOf(value: string): string[] {
  if (value.length < SEARCHED_CHARS_MIN) return [];
  const bytes = Buffer.from(value, 'utf8');
  const lines = value.includes('\n') ? value.split(/\r?\n/) : [];
  return [
    value,
    bytes.toString('latin1'),
    bytes.toString('base64'),
    bytes.toString('base64url'),
    ...withinBase64(bytes),
    ...urlForms(value),
    ...jsonForms(value),
    ...lines,
  ].filter((form) => form.length >= SEARCHED_CHARS_MIN);
}

/**
 * What the base64 of a longer text has of these bytes, as of `name:value` in HTTP Basic (RFC 7617): by
 * how many bytes of a group of three come before them, without the digits that others take part in.
 */
function withinBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const padded = Buffer.concat([Buffer.alloc(before), bytes]);
    const [from, to] = [Math.ceil((before * 8) / 6), Math.floor((padded.length * 8) / 6)];
    return (['base64', 'base64url'] as const).map((form) => padded.toString(form).slice(from, to));
  });
}

/** The same JSON value with every text in it scrubbed, names of members included. */
export function scrubValue(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubValue(item, scrub));
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [scrub(name), scrubValue(member, scrub)]),
  );
}
