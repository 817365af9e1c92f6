import type { Keyword } from 'json-schema-library';
import { isObject } from '../../base/json/object.ts';
import { Undecided } from './budget.ts';
import type { Guard, TextTest } from './linear-pattern.ts';

/** How `pattern` and `patternProperties` are read: the library's own readers hand them to V8. */
export function patternReaders(guard: Guard): ReadonlyMap<string, Keyword['parse']> {
  return new Map<string, Keyword['parse']>([
    [
      'pattern',
      (node) => {
        const { pattern } = node.schema;
        if (typeof pattern === 'string') node.pattern = asRegExp(fits(pattern, guard));
      },
    ],
    [
      'patternProperties',
      (node) => {
        const schemas = node.schema.patternProperties;
        if (!isObject(schemas)) return;
        node.patternProperties = Object.keys(schemas).map((name) => ({
          name,
          pattern: asRegExp(covers(name, guard)),
          node: node.compileSchema(
            node.schema.patternProperties[name],
            `${node.evaluationPath}/patternProperties/${name}`,
          ),
        }));
      },
    ],
  ]);
}

/** A pattern that cannot be tried here is left to the service. */
function fits(pattern: string, { budget, patternOf }: Guard): TextTest {
  return (text) => {
    const test = patternOf(pattern);
    if (test === null) budget.giveWay();
    return test === null || test(text);
  };
}

/** Without an answer it is not known which schema a member has to fit. */
function covers(pattern: string, { patternOf }: Guard): TextTest {
  return (name) => {
    const test = patternOf(pattern);
    if (test === null) throw new Undecided('a name cannot be matched');
    return test(name);
  };
}

/** The library calls nothing but `test`. */
function asRegExp(test: TextTest): RegExp {
  return { test } as unknown as RegExp;
}
