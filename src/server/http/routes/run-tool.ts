import { IDEMPOTENCY_KEY_HEADER } from '../../../contract/header.ts';
import { LARGE_BODY_BYTES_MAX } from '../../../contract/limits.ts';
import { CLASS_OF_OPERATION } from '../../../contract/operation-class.ts';
import { execute } from '../../catalogue/execute.ts';
import type { Operation } from '../../catalogue/operation.ts';
import type { Service } from '../../service.ts';
import { refuseQuery } from '../query-input.ts';
import type { Route } from '../route.ts';

/** `POST /api/v1/tools/{tool}`: runs an operation by name; the body is its input, an empty one `{}`. */
export function runToolRoute(service: Service, findOperation: (name: string) => Operation): Route {
  return {
    method: 'POST',
    path: '/api/v1/tools/{tool}',
    bodyBytesMax: LARGE_BODY_BYTES_MAX,
    handle(incoming) {
      const { authorization, requestId, headers, signal, params } = incoming;
      const { tool = '' } = params;
      return execute(service, {
        authorization,
        requestId,
        signal,
        idempotencyKey: headers[IDEMPOTENCY_KEY_HEADER],
        mayWait: (CLASS_OF_OPERATION[tool] ?? 'read') !== 'read',
        operation: () => findOperation(tool),
        async readInput(caller) {
          refuseQuery(incoming.query);
          const body = await incoming.readBody(caller);
          return body === undefined ? {} : body;
        },
      });
    },
  };
}
