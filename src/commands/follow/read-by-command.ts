import { isObject, type JsonObject } from '../../base/json/object.ts';
import { memberOf } from '../../contract/response-member.ts';

/** A read that a machine answers by a command. */
interface CommandRead {
  /** The member of the command's record that the response has as well. */
  readonly about: string;
  /** Members of the response that a machine leaves to the service. */
  readonly unsaid: JsonObject;
}

const READS: Readonly<Record<string, CommandRead>> = {
  get_job_artifact: { about: 'job', unsaid: { withheld: false } },
  get_skill: { about: 'machine', unsaid: {} },
};

/**
 * What a read responds that is answered at once, made of the record of its command that was followed to its end:
 * a script selects the same from both. Undefined for any other operation.
 */
export function readByCommand(operation: string, command: unknown): JsonObject | undefined {
  const read = Object.hasOwn(READS, operation) ? READS[operation] : undefined;
  const result = memberOf(command, 'result');
  if (read === undefined || !isObject(result)) return undefined;
  // What the service says of it counts, whatever the machine sent.
  const own = { [read.about]: memberOf(command, read.about), command_id: memberOf(command, 'id') };
  return { ...read.unsaid, ...result, ...own };
}
