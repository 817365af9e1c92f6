import { Document, isScalar, Scalar, type ScalarTag, visit } from 'yaml';
import { isExactNumber } from '../base/json/lossless.ts';
import type { Format } from './format.ts';
import { escapeForTerminalJson, hasUnsafe } from './sanitise.ts';

/**
 * YAML 1.2; texts that YAML 1.1 would read as something else (`no`, `1:30`) are quoted. On a
 * terminal, unsafe characters are escaped inside double quotes, so that the value stays the same.
 */
export const yamlFormat: Format = {
  value({ value }, { isTerminal }) {
    if (value === undefined) return '';
    const document = new Document(value, {
      aliasDuplicateObjects: false,
      compat: 'yaml-1.1',
      customTags: (tags) => [EXACT_NUMBER, ...tags],
    });
    if (!isTerminal) return document.toString({ lineWidth: 0 });
    visit(document, {
      Scalar(_key, node) {
        if (isScalar(node) && typeof node.value === 'string' && hasUnsafe(node.value)) {
          node.type = Scalar.QUOTE_DOUBLE;
        }
      },
    });
    return escapeForTerminalJson(document.toString({ lineWidth: 0 }));
  },
};

/** A number that a double cannot hold is written digit by digit. */
const EXACT_NUMBER: ScalarTag = {
  tag: 'tag:yaml.org,2002:float',
  default: true,
  identify: isExactNumber,
  // Reading is not ours; a tag has to have a way to.
  resolve: (text) => text,
  stringify: ({ value }) => (isExactNumber(value) ? value.rawJSON : String(value)),
};
