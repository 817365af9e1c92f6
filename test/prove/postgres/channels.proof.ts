import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/server/alerts/alert-messages.test.ts');
  await import('../../feature/server/alerts/failing-receivers.test.ts');
  await import('../../feature/server/alerts/test-channel.test.ts');
  await import('../../server/channels/send-notification.test.ts');
});
