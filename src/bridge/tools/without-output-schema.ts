import { membersOf } from '../../base/json/object.ts';

/**
 * A tool as an assistant is told of it. Clients check structured content by a schema of the output, also
 * that of a failure: they would refuse the label by it, and hand on their own error in place of what
 * says that an action may have run.
 */
export function withoutOutputSchema(tool: unknown): unknown {
  const { outputSchema, ...others } = membersOf(tool);
  return outputSchema === undefined ? tool : others;
}
