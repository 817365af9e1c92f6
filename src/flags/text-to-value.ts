import { parseJson } from '../base/json/lossless.ts';
import { usageFailure } from '../contract/failure.ts';
import type { FieldShape } from './field.ts';
import type { InputSource } from './input-source.ts';
import { jsonTypeOf, plainJson } from './plain-json.ts';

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * The JSON value that a flag's text stands for. Files and stdin are read only where the shape takes
 * JSON or long text. Throws a usage failure naming `label`, the text and what is allowed.
 */
export async function textToValue(
  text: string,
  shape: FieldShape,
  from: { readonly label: string; readonly source: InputSource },
): Promise<unknown> {
  const { label, source } = from;
  switch (shape.kind) {
    case 'text':
      return shape.isTime ? timeAgo(text, source) : text;
    case 'enum':
      return text;
    case 'long-text':
      return source.textOf(text, label);
    case 'integer':
      return strictNumber(text, { label, pattern: INTEGER, allowed: 'a whole number' });
    case 'number':
      return strictNumber(text, { label, pattern: NUMBER, allowed: 'a number' });
    case 'boolean':
      return strictBoolean(text, label);
    default:
      return jsonOrText(await source.textOf(text, label), typesAccepted(shape), label);
  }
}

const UNIT_MS: Readonly<Record<string, number>> = { s: 1e3, m: 6e4, h: 36e5, d: 864e5, w: 6048e5 };

/** `2h` as the time that long ago; anything else as it is. */
function timeAgo(text: string, { nowMs }: InputSource): string {
  const [, amount, unit = ''] = /^(\d{1,6})([smhdw])$/.exec(text) ?? [];
  if (amount === undefined) return text;
  return new Date(nowMs() - Number(amount) * (UNIT_MS[unit] ?? 0)).toISOString();
}

/** A text that is none of the choices stays a string, so that the check can name them all. */
function typesAccepted({ choices, types }: FieldShape): readonly string[] {
  return choices.length > 0 ? [...types, 'string'] : types;
}

/** Where the schema allows a string among others, what reads as none of the others is one. */
export function jsonOrText(text: string, types: readonly string[], label: string): unknown {
  if (!types.includes('string')) return jsonValue(text, label);
  try {
    const value = plainJson(parseJson(text));
    return isOneOf(types, value) ? value : text;
  } catch (cause) {
    if (cause instanceof SyntaxError) return text;
    throw notJson(text, label, cause);
  }
}

/**
 * What a text without a known type stands for: a JSON number, boolean or null where it reads as
 * one, else itself.
 */
export function untypedValue(text: string): unknown {
  if (text === 'true' || text === 'false' || text === 'null' || NUMBER.test(text)) {
    return parseJson(text);
  }
  return text;
}

/** Parses `text` as JSON without losing a digit. Throws a usage failure that names `label`. */
export function jsonValue(text: string, label: string): unknown {
  try {
    return plainJson(parseJson(text));
  } catch (cause) {
    throw notJson(text, label, cause);
  }
}

/** `text` shortened to what fits in a line of an error. */
export function shortened(text: string): string {
  const characters = [...text.slice(0, 200)];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}

function isOneOf(types: readonly string[], value: unknown): boolean {
  const type = jsonTypeOf(value);
  return types.includes(type) || (type === 'number' && types.includes('integer'));
}

function notJson(text: string, label: string, cause: unknown): Error {
  if (cause instanceof RangeError) {
    return usageFailure(`${label} is nested too deeply`, 'Allowed are 500 levels.');
  }
  if (text.trim() === '') {
    return usageFailure(`${label} is not JSON`, 'It is empty.', 'An empty string is written "".');
  }
  const fromFile = `${label}${label.startsWith('--arg ') ? ':=' : '='}@file`;
  const [, member = ''] = /^\s*([A-Za-z_][\w-]*)=/.exec(text) ?? [];
  if (member !== '') {
    return usageFailure(
      `${label} is not JSON`,
      `${shortened(text.trim())} cannot be read as JSON.`,
      `An object is written as '{"${shortened(member)}": …}', with texts in it in double quotes; ${fromFile} reads a file.`,
    );
  }
  return usageFailure(
    `${label} is not JSON`,
    `${shortened(text.trim())} cannot be read as JSON.`,
    looksQuoteStripped(text)
      ? `Names and texts in it need double quotes, and the whole single ones for the shell: '{"name":"text"}'. Windows PowerShell removes them: use ${fromFile} there.`
      : `A text is written in quotes, as in '"text"'; ${fromFile} reads a file.`,
  );
}

/** An object or list with words in it and no quote at all: typed so, or what a shell has left of it. */
function looksQuoteStripped(text: string): boolean {
  return /^\s*[{[]/.test(text) && /[A-Za-z]/.test(text) && !text.includes('"');
}

function strictNumber(
  text: string,
  of: { readonly label: string; readonly pattern: RegExp; readonly allowed: string },
): unknown {
  if (of.pattern.test(text)) return parseJson(text);
  throw usageFailure(
    `${of.label} is not ${of.allowed}`,
    `Got ${JSON.stringify(shortened(text))}; allowed is ${of.allowed} in digits.`,
  );
}

function strictBoolean(text: string, label: string): boolean {
  if (text === 'true') return true;
  if (text === 'false') return false;
  throw usageFailure(
    `${label} is not true or false`,
    `Got ${JSON.stringify(shortened(text))}; allowed are true and false.`,
  );
}
