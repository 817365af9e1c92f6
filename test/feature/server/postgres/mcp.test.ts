import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../mcp/held-calls.test.ts');
});
