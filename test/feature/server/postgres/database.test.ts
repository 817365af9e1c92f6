import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../../server/database/store.test.ts');
  await import('../../../server/database/commit-together.test.ts');
  await import('../../../server/jobs/inbox-queries.test.ts');
  await import('../../../server/database/statistics/statistics.test.ts');
});
