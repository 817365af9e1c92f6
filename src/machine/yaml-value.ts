import { type Alias, isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from 'yaml';
import { SKILL_FILE_CHARS_MAX } from '../contract/limits.ts';
import { YamlError } from './yaml-error.ts';

/** One value may stand in a file so often, and what is repeated may be as long as a whole SKILL.md. */
const TIMES_MAX = 100;
const REPEATED_CHARS_MAX = SKILL_FILE_CHARS_MAX;

/** Of lists and mappings within each other. The service takes 200, with those of the report around them. */
const LEVELS_MAX = 100;

type PlaceOf = (offset: number) => { readonly line: number; readonly column: number };

/**
 * The value of JSON that YAML nodes stand for, with each alias replaced by what it repeats. Throws
 * `YamlError` where a name is set twice in a mapping, where an alias has no anchor above it or stands
 * within its own, and where values are nested too deeply or repeated too often.
 */
export function plainValue(root: Node | null, placeOf: PlaceOf): unknown {
  return new PlainReader(placeOf).read(root, 0);
}

class PlainReader {
  readonly #placeOf: PlaceOf;
  readonly #anchors = new Map<string, Node>();
  /** Found where the alias stands: an anchor of the same name may follow before the alias is repeated. */
  readonly #targets = new Map<Alias, Node>();
  readonly #open = new Set<Node>();
  readonly #times = new Map<Node, number>();
  /** Undefined while nothing is being repeated. */
  #repeating: Alias | undefined;
  #repeatedChars = 0;

  constructor(placeOf: PlaceOf) {
    this.#placeOf = placeOf;
  }

  read(node: unknown, level: number): unknown {
    if (isAlias(node)) return this.#repeated(node, level);
    if (!isScalar(node) && !isSeq(node) && !isMap(node)) return null;
    if (node.anchor !== undefined && this.#repeating === undefined)
      this.#anchors.set(node.anchor, node);
    this.#count(isScalar(node) ? node.value : null);
    if (isScalar(node)) return node.value;
    if (level === LEVELS_MAX) {
      throw new YamlError(`${this.#lineOf(node)}: stands within more than ${LEVELS_MAX} others`);
    }
    this.#open.add(node);
    const value = isSeq(node)
      ? node.items.map((item) => this.read(item, level + 1))
      : Object.fromEntries(this.#members(node, level + 1));
    this.#open.delete(node);
    return value;
  }

  #members({ items }: YAMLMap, level: number): (readonly [string, unknown])[] {
    const names = new Set<unknown>();
    return items.map(({ key, value }) => {
      const name = this.read(key, level);
      if (isScalar(key) && names.has(name)) throw this.#setTwice(key, name);
      names.add(name);
      return [nameText(name), this.read(value, level)];
    });
  }

  #repeated(alias: Alias, level: number): unknown {
    const { source } = alias;
    const target = this.#targets.get(alias) ?? this.#anchors.get(source);
    const line = this.#lineOf(alias);
    if (target === undefined) {
      const quotes = 'a value that begins with * has to stand in quotes';
      throw new YamlError(`${line}: *${source} has no &${source} above it; ${quotes}`);
    }
    if (this.#open.has(target)) {
      throw new YamlError(`${line}: *${source} stands within &${source}, which it repeats`);
    }
    const times = (this.#times.get(target) ?? 1) + 1;
    if (times > TIMES_MAX) {
      throw new YamlError(`more than ${TIMES_MAX} values are repeated by *${source}`);
    }
    this.#targets.set(alias, target);
    this.#times.set(target, times);
    const outer = this.#repeating;
    this.#repeating = outer ?? alias;
    const value = this.read(target, level);
    this.#repeating = outer;
    return value;
  }

  /** So that a short text never stands for a very large value. */
  #count(value: unknown): void {
    if (this.#repeating === undefined) return;
    this.#repeatedChars += 1 + (typeof value === 'string' ? value.length : 0);
    if (this.#repeatedChars <= REPEATED_CHARS_MAX) return;
    const place = `${this.#lineOf(this.#repeating)}: *${this.#repeating.source}`;
    throw new YamlError(`${place}: more than ${REPEATED_CHARS_MAX} characters are repeated`);
  }

  #setTwice(key: Node, name: unknown): YamlError {
    const { column, line } = this.#placeOf(offsetOf(key));
    const text = JSON.stringify(nameText(name));
    return new YamlError(`line ${line}, column ${column}: ${text} is set a second time`);
  }

  #lineOf(node: Node): string {
    return `line ${this.#placeOf(offsetOf(node)).line}`;
  }
}

function offsetOf(node: Node): number {
  return node.range?.[0] ?? 0;
}

/** A list or a mapping as the name of a member is its JSON. */
function nameText(name: unknown): string {
  if (typeof name === 'object' && name !== null) return JSON.stringify(name);
  return String(name ?? '');
}
