/**
 * The media type of `offered` that an `Accept` header prefers (RFC 9110, 12.5.1); the first one where
 * it prefers none or accepts none, since a page in another form is better than none.
 */
export function preferredType<Type extends string>(
  accept: string | undefined,
  offered: readonly [Type, ...Type[]],
): Type {
  const ranges = (accept ?? '*/*').split(',').map(readRange);
  let best = { type: offered[0], quality: 0 };
  for (const type of offered) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

function readRange(text: string): Range {
  const [type = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase());
  const weight = parameters.find((parameter) => parameter.startsWith('q='));
  const quality = weight === undefined ? 1 : Number(weight.slice('q='.length));
  return { type, quality: quality >= 0 && quality <= 1 ? quality : 0 };
}

/** That of the most precise range that the type is in. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  for (const wanted of [type, `${type.split('/', 1)[0]}/*`, '*/*']) {
    const range = ranges.find((candidate) => candidate.type === wanted);
    if (range !== undefined) return range.quality;
  }
  return 0;
}
