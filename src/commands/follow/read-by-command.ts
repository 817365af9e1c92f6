import { isObject, type JsonObject } from '../../base/json/object.ts';
import { memberOf } from '../../contract/response-member.ts';

/** Reads that a machine answers by a command: what their response has beside what the machine sent. */
const READS: Readonly<Record<string, (command: unknown) => JsonObject>> = {
  get_job_artifact: (command) => ({ job: memberOf(command, 'job') }),
  get_skill: (command) => ({ machine: memberOf(command, 'machine') }),
};

/**
 * What a read responds that is answered at once, made of the record of its command that was followed to its end:
 * a script selects the same from both. Undefined for any other operation.
 */
export function readByCommand(operation: string, command: unknown): JsonObject | undefined {
  const about = Object.hasOwn(READS, operation) ? READS[operation] : undefined;
  const result = memberOf(command, 'result');
  if (about === undefined || !isObject(result)) return undefined;
  // What the service says of it counts, whatever the machine sent.
  const own = { ...about(command), command_id: memberOf(command, 'id') };
  return { ...(operation === 'get_job_artifact' && { withheld: false }), ...result, ...own };
}
