import { onPostgres } from '../../support/database.ts';

onPostgres(async () => {
  await import('../sync/sync.test.ts');
  await import('../sync/jobs.test.ts');
  await import('../sync/numbers.test.ts');
  await import('../sync/odd-reports.test.ts');
  await import('../fleet/commands.test.ts');
  await import('../fleet/jobs.test.ts');
  await import('../fleet/alerts.test.ts');
});
