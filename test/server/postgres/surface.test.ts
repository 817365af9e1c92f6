import { onPostgres } from '../../support/database.ts';

onPostgres(async () => {
  await import('../../surface/shapes.test.ts');
  await import('../../surface/names.test.ts');
  await import('../../surface/refusals.test.ts');
  await import('../http/rate-limit.test.ts');
});
