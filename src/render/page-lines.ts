import type { PageWriter, RenderOptions } from './format.ts';

/** Pages of which each row is a text of its own, whatever the others are. */
export function linesOfPages(
  line: (row: unknown, options: RenderOptions) => string,
): (options: RenderOptions) => PageWriter {
  return (options) => ({
    page: (rows) => rows.map((row) => line(row, options)).join(''),
    end: () => '',
  });
}
