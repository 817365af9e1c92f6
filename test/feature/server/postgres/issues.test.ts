import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../issues/reports.test.ts');
  await import('../issues/limits.test.ts');
});
