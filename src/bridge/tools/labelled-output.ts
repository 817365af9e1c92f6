import { isObject, membersOf } from '../../base/json/object.ts';
import { LABEL_MEMBER } from '../../contract/untrusted-label.ts';

/**
 * A tool as an assistant is told of it: without a schema of its output that may refuse the label in
 * the structured content. Clients check results by it, and no service takes the label off with one.
 */
export function withLabelledOutput(tool: unknown): unknown {
  const { outputSchema, ...others } = membersOf(tool);
  return outputSchema === undefined || allowsLabel(outputSchema) ? tool : others;
}

/** Keywords that may refuse a member which a schema does not name, and the member itself. */
const CLOSING = new RegExp(
  `"(?:additionalProperties|unevaluatedProperties|patternProperties|propertyNames|maxProperties|${LABEL_MEMBER})":`,
);

function allowsLabel(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type = 'object' } = schema;
  return type === 'object' && !CLOSING.test(JSON.stringify(schema));
}
