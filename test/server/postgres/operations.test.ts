import { onPostgres } from '../../support/database.ts';

onPostgres(async () => {
  await import('../operations/commands.test.ts');
  await import('../operations/jobs.test.ts');
  await import('../operations/machine-changes.test.ts');
  await import('../operations/tenancy.test.ts');
  await import('../secrets/claims.test.ts');
  await import('../organisation/app-tokens.test.ts');
  await import('../organisation/billing.test.ts');
});
