import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { bundling } from './bundling.ts';
import { PROGRAMS } from './programs.ts';

/** A package whose code is in the bundles. */
export interface BundledPackage {
  readonly name: string;
  readonly version: string;
  /** Undefined where its package.json names none, and a file of it does. */
  readonly license: string | undefined;
  readonly folder: string;
}

/** Every package of which the bundles made from the sources below `root` have code, by name and version. */
export async function bundledPackages(root: string): Promise<readonly BundledPackage[]> {
  const found = new Map<string, BundledPackage>();
  await Promise.all(
    Object.values(PROGRAMS).map(async (input) => {
      const bundled = await rolldown({ input, ...bundling(root) });
      const { output } = await bundled.generate({ format: 'cjs' });
      await bundled.close();
      const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
      for (const id of modules) {
        const folder = packageFolder(id);
        if (folder !== undefined && !found.has(folder)) found.set(folder, readPackage(folder));
      }
    }),
  );
  const all = new Map([...found.values()].map((each) => [`${each.name}@${each.version}`, each]));
  return [...all].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, each]) => each);
}

/** The folder of the package that a module is in; undefined for our own. */
function packageFolder(moduleId: string): string | undefined {
  const [, folder] =
    /^\0?(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+)[\\/]/.exec(moduleId) ?? [];
  return folder;
}

function readPackage(folder: string): BundledPackage {
  const { license, licenses, name, version } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  return { name, version, license: license?.type ?? license ?? licenses?.[0]?.type, folder };
}
