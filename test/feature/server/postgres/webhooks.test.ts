import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../webhooks/deliveries.test.ts');
  await import('../webhooks/hosted-urls.test.ts');
  await import('../webhooks/hosted-outcomes.test.ts');
  await import('../webhooks/hosted-url-limits.test.ts');
});
