import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../operations/response-shapes.test.ts');
  await import('../operations/names-and-ids.test.ts');
  await import('../operations/refusals.test.ts');
  await import('../../../server/access/rate-limit.test.ts');
});
