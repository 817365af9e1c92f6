import { membersOf } from '../base/json/object.ts';
import type { ProtocolCommand } from './command-type.ts';
import { isPlainName, lookOf } from './look-of-name.ts';
import { CLASS_OF_OPERATION, type OperationClass, specifiedName } from './operation-class.ts';

/**
 * The protocol's command types but for the two that a person confirms first (specification, rule 9).
 * One that is not listed is confirmed too: a service may read `service.restart ` as what it looks like.
 */
const UNCONFIRMED: ReadonlySet<unknown> = new Set<ProtocolCommand>([
  'ping',
  'health.get',
  'runners.get',
  'logs.tail',
  'config.get',
  'config.patch',
  'service.status',
  'update.check',
  'schedules.list',
  'schedule.run',
  'stats.get',
  'secret.list',
  'expose.status',
  'job.list',
  'delivery.list',
]);

/**
 * Whether an operation is to be confirmed with a person before it is sent. One rule serves the
 * commands and the bridge. `undefined` is an operation of no known class, which the person typed
 * and is therefore not asked about; a class that is not ours counts as destructive.
 */
export function needsConfirmation(
  operation: string,
  operationClass: OperationClass | (string & {}) | undefined,
  input: Readonly<Record<string, unknown>>,
): boolean {
  if (operation === 'send_command') return !UNCONFIRMED.has(input['type']) || hasOtherType(input);
  if (operationClass === undefined) return false;
  return operationClass !== 'read' && operationClass !== 'write';
}

/** Whether a member beside `type`, or an argument, may be read as the type by a person or where case is ignored. */
function hasOtherType({ type: _, args, ...others }: Readonly<Record<string, unknown>>): boolean {
  const names = [...Object.keys(others), ...Object.keys(membersOf(args))];
  return names.some((name) => !isPlainName(name) || lookOf(name) === 'type');
}

/**
 * The class that counts for an operation: of the one that a service serves and the one that the
 * specification's table has for any spelling of the name, the stricter, so that no catalogue can talk a
 * confirmation away. A class that is not ours is as strict as `destructive`; undefined where neither says one.
 */
export function classThatCounts(
  operation: string,
  served: OperationClass | (string & {}) | undefined,
): OperationClass | (string & {}) | undefined {
  const specified = CLASS_OF_OPERATION[specifiedName(operation) ?? ''];
  if (served === undefined || specified === undefined) return served ?? specified;
  return strictness(specified) > strictness(served) ? specified : served;
}

function strictness(operationClass: string): number {
  return operationClass === 'read' ? 0 : operationClass === 'write' ? 1 : 2;
}
