// The cached catalogue as a file: a line with the lengths of its parts, a head, an index with a line
// an operation, and the operations themselves. One of them is found by its line in the index, so
// that nobody parses the whole.
import { isObject, membersOf } from '../../base/json/object.ts';
import { kebab } from '../../base/text/kebab.ts';
import { specifiedName } from '../../contract/operation-class.ts';
import type { Tool } from '../../contract/tool.ts';
import type { OperationSummary } from './operations.ts';

/** In the file's name as well, so that programs of different formats leave each other's files alone. */
export const CATALOGUE_FORMAT = 3;

/** What is told of a catalogue before its operations. */
export interface CatalogueHead {
  readonly baseUrl: string;
  readonly fetchedAtMs: number;
  readonly etag: string | undefined;
  readonly version: number | undefined;
  readonly instructions: string | undefined;
  /** How many operations there are. */
  readonly operations: number;
}

/** Where the parts of a file begin, in bytes. */
export interface CatalogueParts {
  readonly headAt: number;
  readonly indexAt: number;
  readonly dataAt: number;
  readonly size: number;
}

/** The largest catalogue that a response may bring has 64 MiB; its index comes on top. */
export const CATALOGUE_FILE_BYTES_MAX = 128 * 1024 * 1024;

/** The first line is shorter. */
export const FIRST_LINE_BYTES_MAX = 64;

const FIRST_LINE = /^fleet-catalogue 3 (\d{1,9}) (\d{1,9}) (\d{1,9})\n/;

/** Where the parts lie, by the first line; undefined for a file of another kind. */
export function partsOf(beginning: Buffer): CatalogueParts | undefined {
  const found = FIRST_LINE.exec(beginning.toString('latin1'));
  if (found === null) return undefined;
  const [line, ...lengths] = found;
  const [head = 0, index = 0, data = 0] = lengths.map(Number);
  const headAt = line.length;
  const indexAt = headAt + head;
  const dataAt = indexAt + index;
  return { headAt, indexAt, dataAt, size: dataAt + data };
}

/** The head; undefined where the text is none. Throws `SyntaxError`. */
export function headOf(json: Buffer): CatalogueHead | undefined {
  const head = membersOf(JSON.parse(json.toString()));
  const { base_url: baseUrl, catalogue_version: version, etag, fetched_at, operations } = head;
  const { instructions } = head;
  const fetchedAtMs = Date.parse(String(fetched_at));
  if (typeof baseUrl !== 'string' || typeof operations !== 'number') return undefined;
  if (Number.isNaN(fetchedAtMs)) return undefined;
  return {
    baseUrl,
    fetchedAtMs,
    operations,
    etag: typeof etag === 'string' ? etag : undefined,
    version: typeof version === 'number' ? version : undefined,
    instructions: typeof instructions === 'string' ? instructions : undefined,
  };
}

/** How many operations an index has, which comes in pieces as `OpenFile` gives them. */
export function countOf(index: Iterable<Buffer>): number {
  return [...linesOf(index, '')].filter((line) => line !== '').length;
}

/** Where an operation lies in the file: from byte, to byte. */
type OperationPlace = readonly [from: number, to: number];

/** The place of the operation of that name, as `Operations.find` has it. */
export function placeOf(
  name: string,
  index: Iterable<Buffer>,
  { dataAt, size }: CatalogueParts,
): OperationPlace | undefined {
  if (/[\t\n]/.test(name)) return undefined;
  const meant = specifiedName(name) ?? name;
  let first: OperationPlace | undefined;
  for (const line of linesOf(index, `${kebab(name)}\t`)) {
    const [, own, offset, length] = line.split('\t');
    const from = dataAt + Number(offset);
    const to = from + Number(length);
    const place: OperationPlace | undefined = to <= size ? [from, to] : undefined;
    if (own === meant) return place;
    first ??= place;
  }
  return first;
}

/**
 * What the index says of every operation whose name in kebab-case begins like this. Throws `SyntaxError`
 * where it is damaged.
 */
export function summariesOf(
  beginning: string,
  index: Iterable<Buffer>,
): readonly OperationSummary[] {
  return [...linesOf(index, beginning)].map(summaryIn);
}

/** Without a line end, as where the file is damaged, a line is ''. */
function* linesOf(index: Iterable<Buffer>, beginning: string): Generator<string> {
  for (const piece of index) {
    const next = (from: number) => piece.indexOf(`\n${beginning}`, from);
    for (let at = next(0); at !== -1 && at + 1 < piece.length; at = next(at + 1)) {
      yield piece.toString('utf8', at + 1, piece.indexOf('\n', at + 1));
    }
  }
}

function summaryIn(line: string): OperationSummary {
  const [, name = '', , , rest = ''] = line.split('\t');
  return { name, ...JSON.parse(rest) };
}

/** One operation of the file; undefined where the text is none. */
export function toolOf(json: Buffer | string): Tool | undefined {
  try {
    const tool: unknown = JSON.parse(json.toString());
    const isTool =
      isObject(tool) && typeof tool['name'] === 'string' && isSchema(tool['input_schema']);
    return isTool ? (tool as unknown as Tool) : undefined;
  } catch {
    return undefined;
  }
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}
