import { onPostgres } from '../../../support/postgres/test-database.ts';

onPostgres(async () => {
  await import('../mcp/held-calls.test.ts');
  await import('../mcp/task-questions.test.ts');
  await import('../mcp/listened-tasks.test.ts');
  await import('../serve/killed-mid-task.test.ts');
});
