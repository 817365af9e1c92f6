import { textWidth } from '../../render/text-width.ts';

/** The terminal that is drawn on: a stream, or what a test has in its place. */
interface Screen {
  readonly columns?: number | undefined;
  write(text: string): unknown;
}

/** Lines that are shown in place of those before. */
interface Redraw {
  draw(lines: readonly string[]): void;
  /** Takes the lines away, so that nothing of them stands beside later output. */
  clear(): void;
}

const COLOUR = /\u001b\[\d+m/g;

/**
 * Draws lines in place: each is written over the one before and cut off behind, in one write, so that
 * nothing flickers. After the terminal was made narrower, what the old lines have become is counted.
 */
export function createRedraw(screen: Screen): Redraw {
  let shown: readonly string[] = [];
  const back = (): string => {
    const rows = rowsOf(shown, screen.columns);
    return rows === 0 ? '' : `\u001b[${rows}A\r`;
  };
  return {
    draw(lines) {
      const body = lines.map((line) => `${line}\u001b[K\n`).join('');
      screen.write(`${back()}${body}\u001b[J`);
      shown = lines;
    },
    clear() {
      if (shown.length > 0) screen.write(`${back()}\u001b[J`);
      shown = [];
    },
  };
}

function rowsOf(lines: readonly string[], columns = 80): number {
  const rows = lines.map((line) =>
    Math.max(1, Math.ceil(textWidth(line.replace(COLOUR, '')) / Math.max(1, columns))),
  );
  return rows.reduce((sum, each) => sum + each, 0);
}
