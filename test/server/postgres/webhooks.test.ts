import { onPostgres } from '../../support/database.ts';

onPostgres(async () => {
  await import('../webhooks/deliveries.test.ts');
  await import('../webhooks/hosted-urls.test.ts');
});
