import { createHash } from 'node:crypto';
import { type Scope, scopeAllows } from '../../contract/scope.ts';
import { CATALOGUE_VERSION, type Catalogue } from '../../contract/tool.ts';
import { admit } from '../access/admit.ts';
import { OPERATIONS } from '../catalogue/index.ts';
import { jsonSchemaOf } from '../catalogue/input/schema.ts';
import { INSTRUCTIONS } from '../catalogue/instructions.ts';
import type { Outgoing, Route } from '../http/route.ts';
import type { Service } from '../service.ts';
import { refuseQuery } from './refuse-query.ts';

/** `GET /api/v1/tools`: the catalogue as this key sees it, with an ETag. */
export function listToolsRoute(service: Service): Route {
  const written = new Map<Scope, Outgoing>();
  return {
    method: 'GET',
    path: '/api/v1/tools',
    async answer({ authorization, ifNoneMatch, query }) {
      const { scope } = await admit(service, authorization);
      refuseQuery(query);
      const answer = written.get(scope) ?? write(catalogueFor(scope));
      written.set(scope, answer);
      const etag = answer.headers?.['etag'];
      if (etag === undefined || !isNamed(etag, ifNoneMatch)) return answer;
      return { status: 304, headers: answer.headers ?? {} };
    },
  };
}

/** The catalogue for a key of this scope; every operation is listed, also those it may not run. */
export function catalogueFor(scope: Scope): Catalogue {
  return {
    catalogue_version: CATALOGUE_VERSION,
    instructions: INSTRUCTIONS,
    tools: OPERATIONS.map((operation) => ({
      name: operation.name,
      description: operation.description,
      input_schema: jsonSchemaOf(operation.input),
      scope: operation.scope,
      class: operation.class,
      allowed: scopeAllows(scope, operation.scope),
    })),
  };
}

function write(catalogue: Catalogue): Outgoing {
  const body = JSON.stringify(catalogue);
  const etag = `"${createHash('sha256').update(body).digest('base64url')}"`;
  return { headers: { etag, 'cache-control': 'private, no-cache' }, body };
}

/** Whether `If-None-Match` names this tag; compared weakly (RFC 9110, 13.1.2). */
function isNamed(etag: string, ifNoneMatch: string | undefined): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || tags.includes('*');
}
