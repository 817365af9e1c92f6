import { kebab } from '../../base/text/kebab.ts';
import type { OperationSummary } from '../../client/catalogue/operations.ts';
import type { CatalogueInUse } from '../../client/catalogue/read.ts';
import { classThatCounts } from '../../contract/confirmation.ts';
import { Failure } from '../../contract/failure.ts';
import { suggest } from '../../contract/suggest.ts';
import { operationByHabit } from './operation-habits.ts';

/**
 * A usage failure about a name that no operation of this catalogue has, with the one that was meant. Where the
 * service could not be asked for its own, it may have the operation: then the failure is why it could not.
 */
export function unknownOperation(name: string, inUse: CatalogueInUse): Failure {
  const { operations, origin, unfetched } = inUse;
  const meant = meantOperation(kebab(name), operations.summaries());
  if (unfetched !== undefined) return notFound(name, unfetched, meant);
  const source = origin === 'fetched' ? 'The service has' : 'The catalogue at hand has';
  return new Failure('usage', {
    code: 'unknown_operation',
    title: `No operation ${JSON.stringify(name)}`,
    detail: `${source} no operation of that name.`,
    advice: meant === undefined ? 'See fleet cloud.' : `Did you mean ${meant}?`,
  });
}

function notFound(name: string, { facts, kind }: Failure, meant: string | undefined): Failure {
  const { advice, detail, title } = facts;
  return new Failure(kind, {
    ...facts,
    title: `No operation ${JSON.stringify(name)} at hand, and the catalogue of the service cannot be fetched`,
    detail: detail === undefined ? title : `${title}: ${detail}`,
    ...(meant === undefined
      ? {}
      : { advice: `Did you mean ${meant}?${advice ? ` ${advice}` : ''}` }),
  });
}

/** The operation of a mistyped name, or the one about a noun; of what acts, its help. */
function meantOperation(name: string, operations: readonly OperationSummary[]): string | undefined {
  const names = operations.map((each) => kebab(each.name));
  const about = [`list-${name}`, `list-${name}s`, `get-${name}`].find((each) =>
    names.includes(each),
  );
  const habit = operationByHabit(name);
  const byHabit = habit !== undefined && names.includes(kebab(habit)) ? kebab(habit) : undefined;
  const meant = about ?? byHabit ?? suggest(name, names)[0];
  if (meant === undefined) return undefined;
  const served = operations[names.indexOf(meant)]?.class;
  return classThatCounts(meant, served) === 'read' ? meant : `${meant} --help`;
}
