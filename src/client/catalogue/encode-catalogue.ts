import { kebab } from '../../base/text/kebab.ts';
import type { Catalogue, Tool } from '../../contract/tool.ts';
import { CATALOGUE_FORMAT, type CatalogueHead } from './catalogue-file.ts';
import { summaryOf } from './operations.ts';

/** A catalogue as its file has it (`catalogue-file.ts`). */
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

function headMembers({ baseUrl, fetchedAtMs, version, ...more }: CatalogueHead) {
  const fetched_at = new Date(fetchedAtMs).toISOString();
  return { base_url: baseUrl, fetched_at, catalogue_version: version, ...more };
}

/** JSON has neither tabs nor line ends of its own, and names have none at all. */
function indexLine(tool: Tool, offset: number, length: number): string {
  const { name, ...rest } = summaryOf(tool);
  return `${[kebab(name), name, offset, length, JSON.stringify(rest)].join('\t')}\n`;
}
