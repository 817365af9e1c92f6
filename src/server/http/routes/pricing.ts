import { pricingOf } from '../../organisation/plan-record.ts';
import type { Service } from '../../service.ts';
import { refuseQuery } from '../query-input.ts';
import type { Route } from '../route.ts';

/** `GET /api/v1/pricing`: the one route of the API that needs no key. */
export function pricingRoute(service: Service): Route {
  return {
    method: 'GET',
    path: '/api/v1/pricing',
    door: 'page',
    async handle({ query }) {
      refuseQuery(query);
      return { body: pricingOf(service.settings) };
    },
  };
}
