import { type Scope, scopeAllows } from '../../../contract/scope.ts';
import { CATALOGUE_VERSION, type Catalogue } from '../../../contract/tool.ts';
import { admit } from '../../access/admit.ts';
import { INSTRUCTIONS } from '../../catalogue/instructions.ts';
import { jsonSchemaOf } from '../../catalogue/json-schema.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { Service } from '../../service.ts';
import { conditionalResponse, withEtag } from '../etag.ts';
import { refuseQuery } from '../query-input.ts';
import type { Route, RouteResponse } from '../route.ts';

/** `GET /api/v1/tools`: the catalogue as this key sees it, with an ETag. */
export function listToolsRoute(service: Service, operations: readonly Operation[]): Route {
  const written = new Map<Scope, RouteResponse>();
  return {
    method: 'GET',
    path: '/api/v1/tools',
    async handle({ authorization, ifNoneMatch, query }) {
      const { scope } = await admit(service, authorization);
      refuseQuery(query);
      const response = written.get(scope) ?? withEtag(catalogueFor(scope, operations), 'private');
      written.set(scope, response);
      return conditionalResponse(response, ifNoneMatch);
    },
  };
}

/** The catalogue for a key of this scope; every operation is listed, also those it may not run. */
export function catalogueFor(scope: Scope, operations: readonly Operation[]): Catalogue {
  return {
    catalogue_version: CATALOGUE_VERSION,
    instructions: INSTRUCTIONS,
    tools: operations.map((operation) => ({
      name: operation.name,
      description: operation.description,
      input_schema: jsonSchemaOf(operation.input),
      scope: operation.scope,
      class: operation.class,
      allowed: scopeAllows(scope, operation.scope),
    })),
  };
}
