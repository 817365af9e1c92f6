import { scopesWithin } from '../../../contract/scope.ts';
import { admit } from '../../access/admit.ts';
import { readOrganisation } from '../../organisation/organisation-record.ts';
import type { Service } from '../../service.ts';
import { refuseQuery } from '../query-input.ts';
import type { Route } from '../route.ts';

/** `GET /api/v1/me`: whose key this is and what it may do. */
export function meRoute(service: Service): Route {
  return {
    method: 'GET',
    path: '/api/v1/me',
    async handle({ authorization, query }) {
      const caller = await admit(service, authorization);
      refuseQuery(query);
      const organisation = await readOrganisation(service, caller);
      return {
        body: {
          organisation,
          key_name: caller.name,
          scope: caller.scope,
          scopes: scopesWithin(caller.scope),
          role: caller.role,
        },
      };
    },
  };
}
