import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { shortCount } from './amount.ts';
import { hasAny, numberAt, textAt } from './member.ts';
import type { Column, View } from './view.ts';

/** Plans: what each costs and how much room it has. */
export const planView: View = {
  fits: (record) => hasAny(record, 'prices') && isJsonObject(record['limits']),
  columns: [
    { head: 'PLAN', goes: 0, cell: title },
    { head: 'A MONTH', goes: 0, cell: (plan) => price(plan, 'monthly_cents') },
    { head: 'A YEAR', goes: 2, cell: (plan) => price(plan, 'yearly_cents') },
    ...[
      limit('MACHINES', 'machines', 1),
      limit('PEOPLE', 'people', 3),
      limit('URLS', 'hosted_urls', 5),
      limit('DELIVERIES', 'hosted_deliveries_per_month', 5),
      limit('CHANNELS', 'channels', 5),
      limit('KEYS', 'api_keys', 4),
    ],
  ],
  card: (plan, now) => ({
    state: '',
    title: title(plan),
    parts: planView.columns
      .slice(1)
      .map(({ cell, head }) => ({ label: head.toLowerCase(), value: cell(plan, now) })),
  }),
};

function title(plan: JsonObject): string {
  return textAt(plan, 'name', 'code');
}

/** Whole dollars without cents, since that is what most prices are. */
function price(plan: JsonObject, member: string): string {
  const cents = numberAt(plan, `prices.${member}`);
  if (cents === undefined) return '';
  const amount = cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2);
  const currency = textAt(plan, 'currency');
  return currency === '' || currency === 'USD' ? `$${amount}` : `${amount} ${currency}`;
}

function limit(head: string, member: string, goes: number): Column {
  return {
    head,
    goes,
    cell({ limits }) {
      if (!isJsonObject(limits)) return '';
      return limits[member] === null ? 'any' : shortCount(numberAt(limits, member));
    },
  };
}
