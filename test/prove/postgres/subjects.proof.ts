import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../server/machine-api/sync.test.ts');
  await import('../../server/machine-api/record-jobs.test.ts');
  await import('../../feature/server/machines/reported-numbers.test.ts');
  await import('../../feature/server/machines/figures.test.ts');
  await import('../../feature/server/machines/malformed-reports.test.ts');
  await import('../../server/commands/commands.test.ts');
  await import('../../server/commands/late-results.test.ts');
  await import('../../server/jobs/jobs.test.ts');
  await import('../../feature/server/jobs/late-jobs.test.ts');
  await import('../../server/alerts/alerts.test.ts');
});
