import { expect, test } from 'vitest';
import { refuseLiteral } from '../../../../src/flow/secret/sink/literal-variable.ts';
import { proves } from '../../../support/proves.ts';

test.each([
  [['--body', '$HOOK']],
  [['--body=${HOOK}']],
  [['HOOK=$HOOK']],
  [['%HOOK%']],
  [['-H', 'Authorization: Bearer $HOOK']],
  [['-d', '{"s":"$HOOK"}']],
])('no shell fills in %j', (args) => {
  proves('UI-secret-child-old-value');
  const detail = expect.stringContaining(`Argument ${args.length} of the command`);
  const failure = { kind: 'usage', facts: expect.objectContaining({ detail }) };
  expect(() => refuseLiteral(['true', ...args], 'HOOK')).toThrow(expect.objectContaining(failure));
});

test.each([
  [['sh', '-c', 'x=$HOOK']],
  [['true', 'sh', '-c', '$HOOK']],
  [['true', 'envsubst', '$HOOK']],
  [['true', 'X=$$HOOK', '$HOOKS', '$(HOOK)', 'price: 5 $HOOK off']],
])('%j fills in the variable by itself, has another do it, or has none', (command) => {
  proves('UI-secret-child-old-value');
  expect(() => refuseLiteral(command, 'HOOK')).not.toThrow();
});
