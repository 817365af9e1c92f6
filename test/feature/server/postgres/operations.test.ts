import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../commands/send-and-await.test.ts');
  await import('../jobs/lists-and-details.test.ts');
  await import('../machines/rename-and-disconnect.test.ts');
  await import('../organisation/tenancy.test.ts');
  await import('../secrets/claims.test.ts');
  await import('../organisation/app-tokens.test.ts');
  await import('../organisation/billing.test.ts');
});
