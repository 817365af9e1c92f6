import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../attacks/names.test.ts');
  await import('../../attacks/rejected-bodies.test.ts');
});
