import { usageFailure } from '../contract/failure.ts';
import type { Field } from './field.ts';
import type { InputSource } from './input-source.ts';
import { jsonValue, shortened } from './text-to-value.ts';

/**
 * One `--arg`: `name=text` sets a string, `name:=json` any JSON value (also `name:=@file`). The name
 * is a property's own name, known or not. Throws a usage failure for what has no `=`.
 */
export async function assignArg(
  text: string,
  fields: readonly Field[],
  source: InputSource,
): Promise<{ readonly name: string; readonly value: unknown }> {
  const { name, isJson, rest } = splitAssignment(text, fields);
  const label = `--arg ${name}`;
  if (isJson) return { name, value: jsonValue(await source.textOf(rest, label), label) };
  const field = fields.find((candidate) => candidate.name === name);
  return { name, value: field?.kind === 'long-text' ? await source.textOf(rest, label) : rest };
}

interface ArgAssignment {
  readonly name: string;
  readonly isJson: boolean;
  readonly rest: string;
}

/** A known name goes first, so that one holding `=` or `:` can be set too; the longest one wins. */
function splitAssignment(text: string, fields: readonly Field[]): ArgAssignment {
  const known = fields
    .map(({ name }) => name)
    .filter((name) => text.startsWith(`${name}=`) || text.startsWith(`${name}:=`))
    .sort((left, right) => right.length - left.length)[0];
  if (known !== undefined) return assignment(known, text.slice(known.length));

  const equals = text.indexOf('=');
  const end = equals > 0 && text[equals - 1] === ':' ? equals - 1 : equals;
  if (end < 1) {
    throw usageFailure(
      '--arg has no name',
      `Got ${JSON.stringify(shortened(text))}; allowed are name=text and name:=JSON.`,
    );
  }
  return assignment(text.slice(0, end), text.slice(end));
}

function assignment(name: string, operatorAndValue: string): ArgAssignment {
  const isJson = operatorAndValue.startsWith(':=');
  return { name, isJson, rest: operatorAndValue.slice(isJson ? 2 : 1) };
}
