import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/server/operations/response-shapes.test.ts');
  await import('../../feature/server/operations/names-and-ids.test.ts');
  await import('../../feature/server/operations/refusals.test.ts');
  await import('../../server/access/rate-limit.test.ts');
});
