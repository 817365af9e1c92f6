import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/server/issues/reports.test.ts');
  await import('../../feature/server/issues/limits.test.ts');
});
