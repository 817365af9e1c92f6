import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/server/commands/send-and-await.test.ts');
  await import('../../feature/server/jobs/lists-and-details.test.ts');
  await import('../../feature/server/machines/rename-and-disconnect.test.ts');
  await import('../../feature/server/organisation/tenancy.test.ts');
  await import('../../feature/server/secrets/claims.test.ts');
  await import('../../feature/server/organisation/app-tokens.test.ts');
  await import('../../feature/server/organisation/billing.test.ts');
});
