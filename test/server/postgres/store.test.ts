import { onPostgres } from '../../support/database.ts';

onPostgres(async () => {
  await import('../store/store.test.ts');
  await import('../store/inbox.test.ts');
  await import('../store/statistics.test.ts');
});
