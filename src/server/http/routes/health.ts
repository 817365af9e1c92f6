import type { Service } from '../../service.ts';
import type { Route } from '../route.ts';

/** `GET /healthz`: 200 while the database answers, else the 503 that every route gives. */
export function healthRoute(service: Service): Route {
  return {
    method: 'GET',
    path: '/healthz',
    async handle() {
      await service.store.read((db) =>
        db.selectFrom('organisations').select('id').limit(1).execute(),
      );
      return { body: { status: 'ok' } };
    },
  };
}
