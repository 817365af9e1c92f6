/** The first fenced block ```` ```sh ```` of a Markdown text, without its fences, or null. */
export function firstShellBlock(markdown: string): string | null {
  const lines = markdown.split('\n');
  const start = lines.findIndex((line) => /^`{3,}sh[ \t]*$/.test(line));
  if (start < 0) return null;
  const fence = /^`+/.exec(lines[start] ?? '')?.[0] ?? '```';
  const length = lines.slice(start + 1).findIndex((line) => line.trimEnd() === fence);
  if (length < 0) return null;
  return `${lines.slice(start + 1, start + 1 + length).join('\n')}\n`;
}
