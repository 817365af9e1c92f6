import { readTextFile } from '../../base/disk/read-text-file.ts';
import { errorCode } from '../../base/errors.ts';
import { usageFailure } from '../../contract/failure.ts';
import { checkedCatalogue } from './check.ts';
import { operationsOf } from './operations.ts';
import type { CatalogueInUse } from './read.ts';

/**
 * The catalogue in a file, as `GET /api/v1/tools` gives it. Throws `Failure` usage where it cannot be
 * read or is none.
 */
export function catalogueInFile(path: string): CatalogueInUse {
  const catalogue = checkedCatalogue(parsed(path));
  if (catalogue === undefined) throw unusable(path, 'it is no catalogue');
  const { catalogue_version: version, instructions, tools } = catalogue;
  return {
    operations: operationsOf(tools),
    version,
    instructions,
    origin: 'file',
    fetchedAtMs: undefined,
    checksLocally: true,
    renewable: undefined,
  };
}

function parsed(path: string): unknown {
  try {
    return JSON.parse(readTextFile(path, 'regular'));
  } catch (error) {
    const code = errorCode(error);
    const why = code === 'ENOTSUP' ? 'it is no file up to 64 MiB' : (code ?? 'it is no JSON');
    throw unusable(path, why);
  }
}

function unusable(path: string, why: string): Error {
  return usageFailure(
    'The catalogue cannot be used',
    `FLEET_CATALOGUE names ${path}: ${why}.`,
    'Make it with: fleet api GET /api/v1/tools > catalogue.json',
  );
}
