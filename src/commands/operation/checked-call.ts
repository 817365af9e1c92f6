import { checkInput } from '../../flags/check/check-input.ts';
import type { PlainObject } from '../../flags/plain-json.ts';
import { endableLong } from '../../terminal/endable.ts';
import type { FoundOperation } from './find-operation.ts';
import type { ParsedCall } from './read-call.ts';

/**
 * A call whose input a command of ours has made, checked as one that a person typed. Throws `Failure`
 * usage.
 */
export async function checkedCall(
  operation: FoundOperation,
  flags: ParsedCall['flags'],
  input: object,
): Promise<ParsedCall> {
  const plain: PlainObject = Object.assign(Object.create(null), input);
  if (operation.inUse.checksLocally) {
    await endableLong(() => checkInput(plain, operation.tool.input_schema, operation.fields));
  }
  return { operation, flags, input: plain };
}
