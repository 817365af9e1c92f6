import { Failure } from '../../contract/failure.ts';
import type { Connection } from './connection.ts';
import type { Dialect } from './dialect.ts';
import { up as firstTables } from './migrations/0001-first-tables.ts';
import { up as webhooks } from './migrations/0002-webhooks.ts';
import { up as outputsAndSecrets } from './migrations/0003-outputs-and-secrets.ts';
import { up as organisation } from './migrations/0004-organisation.ts';
import { up as severalProcesses } from './migrations/0005-several-processes.ts';
import { up as channelsAndIssues } from './migrations/0006-channels-and-issues.ts';
import { up as slotsOfConnections } from './migrations/0007-slots-of-connections.ts';
import { up as requestRates } from './migrations/0008-request-rates.ts';
import { up as lateResults } from './migrations/0009-late-results.ts';
import { up as hostedOutcomes } from './migrations/0010-hosted-outcomes.ts';
import { up as longHistory } from './migrations/0011-long-history.ts';
import { up as historyRule } from './migrations/0012-history-rule.ts';
import { up as endsOfJobs } from './migrations/0013-ends-of-jobs.ts';
import { up as figures } from './migrations/0014-figures.ts';
import { up as auditDetails } from './migrations/0015-audit-details.ts';
import { up as rejectedBodies } from './migrations/0016-rejected-bodies.ts';
import { up as keptDays } from './migrations/0017-kept-days.ts';
import { up as settledJobs } from './migrations/0018-settled-jobs.ts';
import { up as closedQuestions } from './migrations/0019-closed-questions.ts';
import { up as machineHistory } from './migrations/0020-machine-history.ts';

interface Migration {
  readonly name: string;
  up(db: Connection, dialect: Dialect): Promise<void>;
}

/** In the order in which they run; an entry that was released never changes. */
const MIGRATIONS: readonly Migration[] = [
  { name: '0001-first-tables', up: firstTables },
  { name: '0002-webhooks', up: webhooks },
  { name: '0003-outputs-and-secrets', up: outputsAndSecrets },
  { name: '0004-organisation', up: organisation },
  { name: '0005-several-processes', up: severalProcesses },
  { name: '0006-channels-and-issues', up: channelsAndIssues },
  { name: '0007-slots-of-connections', up: slotsOfConnections },
  { name: '0008-request-rates', up: requestRates },
  { name: '0009-late-results', up: lateResults },
  { name: '0010-hosted-outcomes', up: hostedOutcomes },
  { name: '0011-long-history', up: longHistory },
  { name: '0012-history-rule', up: historyRule },
  { name: '0013-ends-of-jobs', up: endsOfJobs },
  { name: '0014-figures', up: figures },
  { name: '0015-audit-details', up: auditDetails },
  { name: '0016-rejected-bodies', up: rejectedBodies },
  { name: '0017-kept-days', up: keptDays },
  { name: '0018-settled-jobs', up: settledJobs },
  { name: '0019-closed-questions', up: closedQuestions },
  { name: '0020-machine-history', up: machineHistory },
];

/**
 * Brings the schema up to date in one transaction, so that a start that fails leaves it as it was.
 * Throws `Failure` local, `newer_database`, for a database that a newer version has migrated.
 */
export async function migrate(dialect: Dialect): Promise<void> {
  await dialect.underSchemaLock(async (db) => {
    await db.schema
      .createTable('migrations')
      .ifNotExists()
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('applied_at', 'bigint', (column) => column.notNull())
      .execute();
    const applied = await db.selectFrom('migrations').select('name').execute();
    const names = new Set(applied.map(({ name }) => name));
    refuseNewer(names);
    for (const { name, up } of MIGRATIONS) {
      if (names.has(name)) continue;
      await up(db, dialect);
      const applied_at = await dialect.now(db);
      await db.insertInto('migrations').values({ name, applied_at }).execute();
    }
  });
}

function refuseNewer(applied: ReadonlySet<string>): void {
  const unknown = [...applied].filter((name) => !MIGRATIONS.some((known) => known.name === name));
  if (unknown.length === 0) return;
  throw new Failure('local', {
    code: 'newer_database',
    title: 'The database belongs to a newer version',
    detail: `It has the migration ${unknown.join(', ')}, which this version does not know.`,
    advice: 'Run the newer version of fleet.',
  });
}
