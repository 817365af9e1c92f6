import xterm from '@xterm/headless';

/** What a terminal of this size shows after it got this output: its lines, without those below the last. */
export async function screenOf(
  output: string,
  { columns, rows }: { readonly columns: number; readonly rows: number },
): Promise<string> {
  const terminal = new xterm.Terminal({
    cols: columns,
    rows,
    allowProposedApi: true,
    convertEol: true,
  });
  await new Promise<void>((done) => terminal.write(output, done));
  const { active } = terminal.buffer;
  const lines = Array.from(
    { length: rows },
    (_, row) => active.getLine(active.viewportY + row)?.translateToString(true) ?? '',
  );
  terminal.dispose();
  return `${lines.join('\n').trimEnd()}\n`;
}
