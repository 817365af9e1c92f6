import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/attacks/names.test.ts');
  await import('../../feature/attacks/rejected-bodies.test.ts');
});
