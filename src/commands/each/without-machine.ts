import { usageFailure } from '../../contract/failure.ts';
import { asRecord, requiredNames, resolveSchema } from '../../contract/resolve-schema.ts';
import { fieldsOf } from '../../flags/fields.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { commandName } from '../operation/command-name.ts';
import type { FoundOperation } from '../operation/find-operation.ts';

/**
 * The operation as it is written after `fleet each … --`: without its `machine`, which comes from the
 * selector. Throws `Failure` usage for an operation that is about no machine.
 */
export function withoutMachine(operation: FoundOperation): FoundOperation {
  const { tool } = operation;
  const { schema } = resolveSchema(tool.input_schema, tool.input_schema);
  const { machine, ...properties } = asRecord(schema?.['properties']) ?? {};
  if (schema === null || machine === undefined) {
    throw usageFailure(
      'The operation is about no machine',
      `${commandName(tool.name)} takes no machine, so it cannot be sent to many.`,
      `Run it once: ${serviceCommand(`cloud ${commandName(tool.name)}`)}`,
    );
  }
  const required = requiredNames(schema).filter((name) => name !== 'machine');
  // References inside it are to the whole.
  const whole = { ...asRecord(tool.input_schema), $ref: undefined };
  const inputSchema = { ...whole, ...schema, properties, required };
  return {
    ...operation,
    tool: { ...tool, input_schema: inputSchema },
    fields: fieldsOf(inputSchema),
  };
}
