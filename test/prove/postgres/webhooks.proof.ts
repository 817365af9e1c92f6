import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/server/webhooks/deliveries.test.ts');
  await import('../../feature/server/webhooks/hosted-urls.test.ts');
  await import('../../feature/server/webhooks/hosted-outcomes.test.ts');
  await import('../../feature/server/webhooks/hosted-url-limits.test.ts');
});
