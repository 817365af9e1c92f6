import { OPERATIONS } from '../catalogue/index.ts';
import type { Route } from '../http/route.ts';
import { catalogueToolbox } from '../mcp/catalogue-toolbox.ts';
import { mcpRoutes } from '../mcp/routes.ts';
import { SECRET_ROUTES } from '../secrets/index.ts';
import type { Service } from '../service.ts';
import { errorPageRoute } from './error-page.ts';
import { healthRoute } from './health.ts';
import { hostedUrlRoute } from './hosted-url.ts';
import { listToolsRoute } from './list-tools.ts';
import { machineSyncRoute } from './machine-sync.ts';
import { meRoute } from './me.ts';
import { openapiRoute } from './openapi.ts';
import { operationRoute } from './operation-route.ts';
import { pricingRoute } from './pricing.ts';
import { runToolRoute } from './run-tool.ts';

/** Where the server is reached. */
export interface Site {
  readonly baseUrl: () => string;
  readonly isPublic: boolean;
}

/** Every route of the server; those of operations follow from the catalogue, those of secrets take the same way. */
export function allRoutes(service: Service, site: Site): readonly Route[] {
  return [
    meRoute(service),
    listToolsRoute(service),
    runToolRoute(service),
    ...[...OPERATIONS, ...SECRET_ROUTES].flatMap((operation) =>
      operation.rest === undefined ? [] : [operationRoute(service, operation, operation.rest)],
    ),
    pricingRoute(service),
    openapiRoute(site.baseUrl),
    machineSyncRoute(service),
    ...mcpRoutes(service, { toolbox: catalogueToolbox(site.baseUrl), isPublic: site.isPublic }),
    hostedUrlRoute(service),
    healthRoute(service),
    errorPageRoute(),
  ];
}
