import { usageFailure } from '../contract/failure.ts';
import type { FieldShape } from './field.ts';
import type { FlagTarget } from './flag-target.ts';
import type { InputSource } from './input-source.ts';
import { emptyObject, isPlainObject, type PlainObject } from './plain-json.ts';
import { jsonValue, shortened, textToValue, untypedValue } from './text-to-value.ts';

/** The value of one flag as the parser hands it over: unparsed text, or a boolean flag's state. */
export type RawValue = string | boolean | readonly string[];

/** Sets in `input` what one flag says. Throws a usage failure naming the flag. */
export async function setFlag(
  input: PlainObject,
  target: FlagTarget & { readonly value: RawValue },
  source: InputSource,
): Promise<void> {
  const { value, shape, path, flag } = target;
  const label = `--${flag}`;
  if (typeof value === 'boolean') {
    setMember(input, path, value);
    return;
  }
  const texts = typeof value === 'string' ? [value] : value;
  if (shape?.kind === 'array') {
    const items = texts.map((text) => itemValue(text, shape.item, { label, source }));
    setMember(input, path, await Promise.all(items));
    return;
  }
  if (shape?.kind === 'string-map') {
    setMember(input, path, await mapValue(input, texts, { path, label, source }));
    return;
  }
  const text = texts.at(-1) ?? '';
  setMember(
    input,
    path,
    shape === null ? untypedValue(text) : await textToValue(text, shape, { label, source }),
  );
}

/**
 * Sets a member at `path`, making the objects on the way. Throws a usage failure where something
 * on the way is there already and no object.
 */
export function setMember(input: PlainObject, path: readonly string[], value: unknown): void {
  let holder = input;
  for (const name of path.slice(0, -1)) {
    const found = holder[name] ?? emptyObject();
    if (!isPlainObject(found)) {
      throw usageFailure(
        `${name} is not an object`,
        `--${path.join('.')} sets a member of it, but it is given as ${shortened(JSON.stringify(found))}.`,
      );
    }
    holder[name] = found;
    holder = found;
  }
  const last = path.at(-1);
  if (last !== undefined) holder[last] = value;
}

interface From {
  readonly label: string;
  readonly source: InputSource;
}

async function itemValue(text: string, item: FieldShape | null, from: From): Promise<unknown> {
  if (item === null) return jsonValue(text, from.label);
  // One item of a list is a word even where the schema sets no bound: only JSON is read from files.
  return item.kind === 'long-text' ? text : textToValue(text, item, from);
}

async function mapValue(
  input: PlainObject,
  texts: readonly string[],
  { path, label, source }: From & { readonly path: readonly string[] },
): Promise<unknown> {
  const only = texts.length === 1 ? texts[0] : undefined;
  if (only !== undefined && /^\s*\{|^@/.test(only)) {
    return jsonValue(await source.textOf(only, label), label);
  }
  const map = emptyObject();
  for (const text of texts) {
    const split = text.indexOf('=');
    if (split < 1) {
      throw usageFailure(
        `${label} has no name`,
        `Got ${JSON.stringify(shortened(text))}; allowed is Name=value, repeated for each.`,
      );
    }
    const name = text.slice(0, split);
    if (name in map)
      throw usageFailure(`${label} ${name} is given twice`, 'Each name stands once.');
    map[name] = text.slice(split + 1);
  }
  const base = path.length === 1 ? input[path[0] ?? ''] : undefined;
  return isPlainObject(base) ? Object.assign(emptyObject(), base, map) : map;
}
