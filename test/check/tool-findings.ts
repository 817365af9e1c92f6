import { ROOT } from './tree.ts';

/** What a compiler or linter that failed has to say, one line a finding with paths below the root. */
export function toolFindings(tool: string, output: string): readonly string[] {
  const lines = output.split('\n').flatMap((line) => readTypeError(line) ?? readBiome(line) ?? []);
  return lines.length > 0 ? lines : [`${tool} failed: ${output.trim().slice(0, 500)}`];
}

function readTypeError(line: string): string | null {
  const match = /^(.+)\((\d+),\d+\): error (TS\d+: .*)$/.exec(line);
  return match ? `${match[1]}:${match[2]} ${match[3]}` : null;
}

function readBiome(line: string): string | null {
  const match = /^::error title=([^,]+),file=([^,]+),line=(\d+),[^:]*::(.*)$/.exec(line);
  return match ? `${match[2]?.replace(`${ROOT}/`, '')}:${match[3]} ${match[1]}: ${match[4]}` : null;
}
