// The cached catalogue as a file: a line with the lengths of its parts, a head, an index with a line
// an operation, and the operations themselves. One of them is found by its line in the index, so
// that nobody parses the whole.
import { isObject, membersOf } from '../../base/json/object.ts';
import type { Catalogue, Tool } from '../../contract/tool.ts';
import { kebabName, type OperationSummary, summaryOf } from './operations.ts';

/** In the file's name as well, so that programs of different formats leave each other's files alone. */
export const CATALOGUE_FORMAT = 2;

/** What is told of a catalogue before its operations. */
interface CatalogueHead {
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

const FIRST_LINE = /^fleet-catalogue 2 (\d{1,9}) (\d{1,9}) (\d{1,9})\n/;

/** The whole file. */
export function encodeCatalogue(
  { tools, catalogue_version: version, instructions }: Catalogue,
  about: Pick<CatalogueHead, 'baseUrl' | 'fetchedAtMs' | 'etag'>,
): Buffer {
  const data = tools.map((tool) => Buffer.from(`${JSON.stringify(tool)}\n`));
  let offset = 0;
  const lines = tools.map((tool, at) => {
    const length = data[at]?.length ?? 0;
    offset += length;
    return indexLine(tool, offset - length, length);
  });
  const head = Buffer.from(
    `${JSON.stringify(headMembers({ ...about, version, instructions, operations: tools.length }))}\n`,
  );
  const index = Buffer.from(lines.join(''));
  const first = ['fleet-catalogue', CATALOGUE_FORMAT, head.length, index.length, offset];
  return Buffer.concat([Buffer.from(`${first.join(' ')}\n`), head, index, ...data]);
}

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

/** The head, out of bytes that hold it; undefined where it is none. Throws `SyntaxError`. */
export function headOf(
  bytes: Buffer,
  { headAt, indexAt }: CatalogueParts,
): CatalogueHead | undefined {
  const head = membersOf(JSON.parse(bytes.toString('utf8', headAt, indexAt)));
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

function headMembers({ baseUrl, fetchedAtMs, version, ...more }: CatalogueHead) {
  const fetched_at = new Date(fetchedAtMs).toISOString();
  return { base_url: baseUrl, fetched_at, catalogue_version: version, ...more };
}

/** How many operations the index has, out of bytes that hold it. */
export function countOf(bytes: Buffer, { dataAt, indexAt }: CatalogueParts): number {
  let count = 0;
  for (
    let at = bytes.indexOf('\n', indexAt);
    at !== -1 && at < dataAt;
    at = bytes.indexOf('\n', at + 1)
  ) {
    count += 1;
  }
  return count;
}

/** Where an operation lies in the file: from byte, to byte. */
type OperationPlace = readonly [from: number, to: number];

/** The place of the operation of that name, in snake_case or kebab-case, by an index that is in `bytes`. */
export function placeOf(
  name: string,
  bytes: Buffer,
  { dataAt, indexAt, size }: CatalogueParts,
): OperationPlace | undefined {
  if (/[\t\n]/.test(name)) return undefined;
  // Each line of the index has the line end of the line before it in front.
  const index = bytes.subarray(indexAt - 1, dataAt);
  const exact = index.indexOf(`\n${kebabName(name)}\t${name}\t`);
  const at = exact === -1 ? index.indexOf(`\n${name}\t`) : exact;
  if (at === -1) return undefined;
  const [, , offset, length] = index
    .toString('utf8', at + 1, index.indexOf('\n', at + 1))
    .split('\t');
  const from = dataAt + Number(offset);
  const to = from + Number(length);
  return to <= size ? [from, to] : undefined;
}

/**
 * What the index in `bytes` says of every operation whose name in kebab-case begins like this. Throws
 * `SyntaxError` where the index is damaged.
 */
export function summariesOf(
  beginning: string,
  bytes: Buffer,
  { dataAt, indexAt }: CatalogueParts,
): readonly OperationSummary[] {
  const summaries: OperationSummary[] = [];
  const index = bytes.subarray(indexAt - 1, dataAt);
  const next = (from: number) => index.indexOf(`\n${beginning}`, from);
  for (let at = next(0); at !== -1 && at + 1 < index.length; at = next(at + 1)) {
    summaries.push(summaryIn(index.toString('utf8', at + 1, index.indexOf('\n', at + 1))));
  }
  return summaries;
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

/** JSON has neither tabs nor line ends of its own, and names have none at all. */
function indexLine(tool: Tool, offset: number, length: number): string {
  const { name, ...rest } = summaryOf(tool);
  return `${[kebabName(name), name, offset, length, JSON.stringify(rest)].join('\t')}\n`;
}

function isSchema(value: unknown): boolean {
  return isObject(value) || typeof value === 'boolean';
}
