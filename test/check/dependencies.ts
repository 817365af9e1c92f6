import type { SourceFile } from './source.ts';

/** Packages that are run and not imported, with who runs them. */
const TOOLS: Readonly<Record<string, string>> = {
  node: 'build/setup.js',
  typescript: 'test/check/run.ts',
  '@biomejs/biome': 'test/check/run.ts',
  '@types/node': 'tsconfig.json',
  '@types/pg': 'tsconfig.json',
  '@types/picomatch': 'tsconfig.json',
  oclif: 'build/build.ts',
  '@modelcontextprotocol/conformance': 'test/feature/server/mcp/conformance.test.ts',
  '@redocly/cli': 'test/feature/server/http/openapi-document.test.ts',
  '@modelcontextprotocol/inspector': 'test/feature/server/mcp/official-clients.test.ts',
  'mcp-remote': 'test/bench/bridge.ts',
};

export interface Packages {
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}

/** Packages that nobody imports, that the map does not explain, or that are imported undeclared. */
export function dependencyFindings(
  packages: Packages,
  files: readonly SourceFile[],
  map: string,
): readonly string[] {
  const declared = Object.keys({ ...packages.dependencies, ...packages.devDependencies });
  const imported = new Map(
    files.flatMap((file) => packagesOf(file).map((name) => [name, file.path])),
  );
  return [
    ...declared
      .filter((name) => !imported.has(name) && !Object.hasOwn(TOOLS, name))
      .map((name) => `package.json has ${name}, which nothing imports`),
    ...declared
      .filter((name) => !map.includes(`\`${name}\``))
      .map((name) => `src/README.md does not say what ${name} is for`),
    ...[...imported]
      .filter(([name]) => !declared.includes(name))
      .map(([name, path]) => `${path} imports ${name}, which package.json does not have`),
  ];
}

function packagesOf(file: SourceFile): readonly string[] {
  return file.imports
    .map((entry) => entry.specifier)
    .filter((specifier) => !/^(\.|node:|#)/.test(specifier))
    .map((specifier) =>
      specifier
        .split('/')
        .slice(0, specifier.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}
