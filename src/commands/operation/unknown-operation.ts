import type { OperationSummary } from '../../client/catalogue/operations.ts';
import type { CatalogueInUse } from '../../client/catalogue/read.ts';
import { Failure } from '../../contract/failure.ts';
import { suggest } from '../../contract/suggest.ts';
import { kebab } from '../../flags/names.ts';

/** A usage failure about a name that no operation of this catalogue has, with the one that was meant. */
export function unknownOperation(name: string, { operations, origin }: CatalogueInUse): Failure {
  const meant = meantOperation(kebab(name), operations.summaries());
  const source = origin === 'fetched' ? 'The service has' : 'The catalogue at hand has';
  return new Failure('usage', {
    code: 'unknown_operation',
    title: `No operation ${JSON.stringify(name)}`,
    detail: `${source} no operation of that name.`,
    advice: meant === undefined ? 'See fleet cloud.' : `Did you mean ${meant}?`,
  });
}

/** The operation of a mistyped name, or the one about a noun; of what acts, its help. */
function meantOperation(name: string, operations: readonly OperationSummary[]): string | undefined {
  const names = operations.map((each) => kebab(each.name));
  const about = [`list-${name}`, `list-${name}s`, `get-${name}`].find((each) =>
    names.includes(each),
  );
  const meant = about ?? suggest(name, names)[0];
  if (meant === undefined) return undefined;
  return operations[names.indexOf(meant)]?.class === 'read' ? meant : `${meant} --help`;
}
