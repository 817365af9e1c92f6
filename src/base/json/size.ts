export const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;

interface JsonLimits {
  /** Of lists and objects in each other. */
  readonly levelsMax: number;
  /** Of items and members in all. */
  readonly valuesMax: number;
  /** Of lists and objects in all; without it there may be any number. */
  readonly listsMax?: number;
}

/** Which of the limits a JSON text exceeds; undefined for none. Of a text that is not JSON it says nothing. */
export function exceededLimit(
  json: string,
  { levelsMax, listsMax = Number.POSITIVE_INFINITY, valuesMax }: JsonLimits,
): 'levels' | 'values' | undefined {
  // Each list and each value but the last has two characters; nearly every text ends here.
  const isSmall = json.length <= 2 * Math.min(valuesMax, listsMax);
  if (isSmall && json.split('[', levelsMax).length + json.split('{', levelsMax).length <= levelsMax)
    return undefined;
  let levels = 0;
  let lists = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (unit === COMMA) values += 1;
    else if (unit === OPENING_BRACKET || unit === OPENING_BRACE) {
      levels += 1;
      lists += 1;
      if (levels > levelsMax) return 'levels';
    } else if (unit === CLOSING_BRACKET || unit === CLOSING_BRACE) levels -= 1;
  }
  return values > valuesMax || lists > listsMax ? 'values' : undefined;
}

/** A JSON text in which `true` stands for every list and object on more than so many levels. */
export function withoutDeeper(json: string, levelsMax: number): string {
  const kept: string[] = [];
  let levels = 0;
  let keptTo = 0;
  for (let at = 0; at < json.length; at += 1) {
    const unit = json.charCodeAt(at);
    if (unit === QUOTE) at = endOfText(json, at);
    else if (unit === OPENING_BRACKET || unit === OPENING_BRACE) {
      levels += 1;
      if (levels === levelsMax + 1) kept.push(json.slice(keptTo, at));
    } else if (unit === CLOSING_BRACKET || unit === CLOSING_BRACE) {
      if (levels === levelsMax + 1) keptTo = at + 1;
      levels -= 1;
    }
  }
  return [...kept, json.slice(keptTo)].join('true');
}

/** Where the text that begins with the quote at `from` has its last quote. */
export function endOfText(json: string, from: number): number {
  for (let at = json.indexOf('"', from + 1); at !== -1; at = json.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (json.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
    if (backslashes % 2 === 0) return at;
  }
  return json.length;
}
