import { readFileSync } from 'node:fs';

const PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/(?<![\w./-])\/(work|root|home)\//, 'a path of one machine'],
  [/https?:\/\/[\w.-]*(registry|artifactory|verdaccio|npmjs)[\w.-]*/i, 'the host of a registry'],
  [/^\s*"resolved":/, 'an address in the lock file'],
  [/^(<{7}|>{7}|\|{7})( |$)/, 'a mark of an unfinished merge'],
];

/** Paths of a machine, hosts of registries and marks of a merge in the tracked text files below `root`. */
export function pathFindings(root: string, paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const content = readFileSync(`${root}/${path}`);
    return content.includes(0) ? [] : lineFindings(path, content.toString('utf8'));
  });
}

/** The same for one text. */
export function lineFindings(path: string, text: string): readonly string[] {
  return text
    .split('\n')
    .flatMap((line, index) =>
      PATTERNS.filter(([pattern]) => pattern.test(line)).map(
        ([, what]) => `${path}:${index + 1} has ${what}`,
      ),
    );
}
