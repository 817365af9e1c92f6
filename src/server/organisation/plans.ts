/** Room of a plan; null is without limit. */
export interface PlanLimits {
  readonly machines: number | null;
  readonly people: number | null;
  readonly hosted_urls: number | null;
  readonly hosted_deliveries_per_month: number | null;
  readonly channels: number | null;
  readonly api_keys: number | null;
}

export interface Plan {
  readonly code: string;
  readonly name: string;
  readonly prices: { readonly monthly_cents: number; readonly yearly_cents: number };
  readonly currency: 'USD';
  readonly limits: PlanLimits;
}

/** Every plan with its prices and limits, smallest first. */
export const PLANS: readonly Plan[] = [
  {
    code: 'free',
    name: 'Free',
    prices: { monthly_cents: 0, yearly_cents: 0 },
    currency: 'USD',
    limits: {
      machines: 3,
      people: 2,
      hosted_urls: 3,
      hosted_deliveries_per_month: 1000,
      channels: 1,
      api_keys: 5,
    },
  },
  {
    code: 'team',
    name: 'Team',
    prices: { monthly_cents: 4900, yearly_cents: 49_000 },
    currency: 'USD',
    limits: {
      machines: 25,
      people: 15,
      hosted_urls: 50,
      hosted_deliveries_per_month: 50_000,
      channels: 10,
      api_keys: 25,
    },
  },
  {
    code: 'business',
    name: 'Business',
    prices: { monthly_cents: 24_900, yearly_cents: 249_000 },
    currency: 'USD',
    limits: {
      machines: null,
      people: null,
      hosted_urls: null,
      hosted_deliveries_per_month: null,
      channels: null,
      api_keys: null,
    },
  },
];
