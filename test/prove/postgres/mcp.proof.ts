import { onPostgres } from '../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../../feature/server/mcp/held-calls.test.ts');
  await import('../../feature/server/mcp/task-questions.test.ts');
  await import('../../feature/server/mcp/listened-tasks.test.ts');
  await import('../../feature/server/serve/killed-mid-task.test.ts');
});
