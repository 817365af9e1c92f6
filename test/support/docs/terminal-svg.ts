import type { IBufferCell, Terminal } from '@xterm/headless';
import xterm from '@xterm/headless';

const CELL = { width: 8.4, height: 19 } as const;
const PADDING = 16;
const BAR = 28;

export interface Colours {
  readonly background: string;
  readonly text: string;
  readonly dim: string;
  readonly edge: string;
  /** Red, green, yellow, blue, magenta, cyan: colours 1 to 6 of a terminal. */
  readonly palette: readonly string[];
}

interface PictureOptions {
  readonly colours: Colours;
  readonly columns: number;
  /** Read out where nothing is seen. */
  readonly title: string;
}

export const LIGHT: Colours = {
  background: '#ffffff',
  text: '#1f2328',
  dim: '#656d76',
  edge: '#d0d7de',
  palette: ['#c0252d', '#116329', '#7d4e00', '#0550ae', '#8250df', '#0f6a75'],
};

export const DARK: Colours = {
  background: '#0d1117',
  text: '#e6edf3',
  dim: '#8b949e',
  edge: '#30363d',
  palette: ['#ff7b72', '#3fb950', '#d29922', '#58a6ff', '#bc8cff', '#39c5cf'],
};

/** A picture of what a terminal of so many columns shows after this output, in these colours. */
export async function terminalSvg(
  output: string,
  { colours, columns, title }: PictureOptions,
): Promise<string> {
  const rows = output.split('\n').length + 20;
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
  });
  await new Promise<void>((done) => terminal.write(output.trimEnd(), done));
  const count = terminal.buffer.active.cursorY + 1;
  const lines = Array.from({ length: count }, (_, row) => lineOf(terminal, row, colours));
  terminal.dispose();
  const width = Math.ceil(columns * CELL.width + 2 * PADDING);
  const height = count * CELL.height + BAR + PADDING;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${colours.background}" stroke="${colours.edge}"/>`,
    `<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,monospace" font-size="14" fill="${colours.text}" xml:space="preserve">`,
    ...lines.flatMap((line, row) =>
      line === '' ? [] : [`<text y="${BAR + (row + 0.75) * CELL.height}">${line}</text>`],
    ),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

/** A row as runs of text that look alike; each has its own place, so that no font moves a column. */
function lineOf(terminal: Terminal, row: number, colours: Colours): string {
  const line = terminal.buffer.active.getLine(row);
  const runs: { at: number; text: string; look: string }[] = [];
  for (let column = 0; column < terminal.cols; column += 1) {
    const cell = line?.getCell(column);
    if (cell === undefined || cell.getWidth() === 0) continue;
    const look = lookOf(cell, colours);
    const last = runs.at(-1);
    if (last?.look === look) last.text += cell.getChars() || ' ';
    else runs.push({ at: column, text: cell.getChars() || ' ', look });
  }
  return runs
    .filter(({ text }) => text.trim() !== '')
    .map(({ at, look, text }) => {
      const lead = text.length - text.trimStart().length;
      const x = Number((PADDING + (at + lead) * CELL.width).toFixed(1));
      return `<tspan x="${x}"${look}>${escaped(text.trim())}</tspan>`;
    })
    .join('');
}

function lookOf(cell: IBufferCell, colours: Colours): string {
  const colour = cell.isFgPalette() ? colours.palette[cell.getFgColor() - 1] : undefined;
  const fill = colour ?? (cell.isDim() || cell.isFgPalette() ? colours.dim : undefined);
  return `${fill === undefined ? '' : ` fill="${fill}"`}${cell.isBold() ? ' font-weight="600"' : ''}`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
