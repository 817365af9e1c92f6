import { expect, test } from 'vitest';
import { viewFormat } from '../../../src/render/views/view-format.ts';
import { pricingOf } from '../../../src/server/organisation/plan-record.ts';
import { proves } from '../../support/proves.ts';

test('plans read as prices and limits, with whether they hold here and are sold', () => {
  proves('UI-output-views', 'OP-get_pricing');
  const value = pricingOf({ enforcePlans: false });
  const options = { isTerminal: true, colour: false, now: 0, width: 80 };
  expect(String(viewFormat.value({ value }, options))).toBe(
    `PLAN      A MONTH  A YEAR  MACHINES  PEOPLE  URLS  DELIVERIES  CHANNELS  KEYS
Free      $0       $0      3         2       3     1k          1         5
Team      $49      $490    25        15      50    50k         10        25
Business  $249     $2490   any       any     any   any         any       any

not enforced, not sold
`,
  );
});
