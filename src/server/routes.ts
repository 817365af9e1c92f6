import type { Route } from './http/route.ts';
import { errorPageRoutes } from './http/routes/error-page.ts';
import { healthRoute } from './http/routes/health.ts';
import { hostedUrlRoute } from './http/routes/hosted-url.ts';
import { listToolsRoute } from './http/routes/list-tools.ts';
import { meRoute } from './http/routes/me.ts';
import { operationRoute } from './http/routes/operation.ts';
import { pricingRoute } from './http/routes/pricing.ts';
import { runToolRoute } from './http/routes/run-tool.ts';
import { machineSyncRoute } from './machine-api/route.ts';
import { catalogueToolbox } from './mcp/catalogue-toolbox.ts';
import { mcpRoutes } from './mcp/routes.ts';
import { createHostedTasks } from './mcp/tasks/hosted-tasks.ts';
import { openapiRoute } from './openapi/route.ts';
import { findOperation, OPERATIONS, ROUTE_OPERATIONS } from './operations.ts';
import type { Service } from './service.ts';

/** Where the server is reached. */
interface ServerAddress {
  readonly baseUrl: () => string;
  readonly isPublic: boolean;
}

/** Every route of the server; those of operations follow from their list. */
export function allRoutes(
  service: Service,
  { baseUrl, isPublic }: ServerAddress,
): readonly Route[] {
  const toolbox = catalogueToolbox({ operations: OPERATIONS, findOperation, baseUrl });
  return [
    meRoute(service),
    listToolsRoute(service, OPERATIONS),
    runToolRoute(service, findOperation),
    ...[...OPERATIONS, ...ROUTE_OPERATIONS].flatMap((operation) =>
      operation.rest === undefined ? [] : [operationRoute(service, operation, operation.rest)],
    ),
    pricingRoute(service),
    openapiRoute(baseUrl, {
      operations: OPERATIONS,
      routeOperations: ROUTE_OPERATIONS,
    }),
    machineSyncRoute(service),
    ...mcpRoutes(service, { toolbox, isPublic, tasks: createHostedTasks(service, findOperation) }),
    hostedUrlRoute(service),
    healthRoute(service),
    ...errorPageRoutes(),
  ];
}
