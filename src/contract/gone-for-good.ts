import { specifiedName } from './operation-class.ts';

/** What was there before is gone for good: no later operation brings it back. */
const GONE_FOR_GOOD: ReadonlySet<string> = new Set([
  'delete_skill',
  'disable_hosted_url',
  'disconnect_machine',
]);

/** Whether a person confirms an operation by typing the name of what is lost. */
export function isGoneForGood(operation: string): boolean {
  return GONE_FOR_GOOD.has(specifiedName(operation) ?? '');
}
