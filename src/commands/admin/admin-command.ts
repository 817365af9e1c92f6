import { userInfo } from 'node:os';
import { currentUser } from '../../base/disk/current-user.ts';
import { Failure } from '../../contract/failure.ts';
import { textOf } from '../../contract/response-member.ts';
import type { Admin } from '../../server/admin/admin.ts';
import { maskSecret } from '../../terminal/github/mask-secret.ts';
import { createPrinter, type PrinterFlags } from '../../terminal/printer.ts';
import { DATA_FLAG, DATABASE_FLAG, databaseUrl, dataFolder } from '../database-flags.ts';
import { type FlagTable, OUTPUT_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';

/** Flags of every `fleet admin` command. */
export const ADMIN_FLAGS = {
  data: DATA_FLAG,
  database: DATABASE_FLAG,
  organisation: {
    type: 'option',
    helpValue: 'SLUG',
    description: 'Which organisation, where the database has several.',
  },
  ...OUTPUT_FLAGS,
} as const satisfies FlagTable;

interface AdminFlags extends PrinterFlags {
  readonly data?: string | undefined;
  readonly database?: string | undefined;
  readonly organisation?: string | undefined;
}

/** What the dashboard would do, done on the server's database; a server may be running. */
export abstract class AdminCommand extends FleetCommand {
  /** Does `work` on the database that the flags name and prints what it gives. */
  protected async workAndPrint(
    flags: AdminFlags,
    work: (admin: Admin) => Promise<unknown>,
  ): Promise<void> {
    const printer = await createPrinter(flags, this.runtime);
    const { withAdmin } = await import('../../server/with-admin.ts');
    const value = await onDatabase(flags, () =>
      withAdmin(
        {
          dataFolder: dataFolder(this.runtime, flags.data),
          database: databaseUrl(this.runtime, flags),
          actor: { kind: 'person', name: accountName() },
          organisation: flags.organisation,
        },
        work,
      ),
    );
    // What is made here is shown this once, and a runner keeps what it shows.
    const secret = textOf(value, 'key') ?? textOf(value, 'token');
    if (secret !== undefined) await maskSecret(secret, this.runtime.environment);
    await printer.value({ value });
  }
}

/** Who does it; by number where the system does not know the user, as in many containers. */
function accountName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${currentUser()}`;
  }
}

/** Does `work`; the steps that a failure advises then name the database of the flags. */
async function onDatabase<T>(flags: AdminFlags, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.facts.next === undefined) throw error;
    const { data, database } = flags;
    const next = error.facts.next.map((step) =>
      step.step === 'start_server' || step.step === 'make_plan_room'
        ? { ...step, on: { data, database } }
        : step,
    );
    throw new Failure(error.kind, { ...error.facts, next }, { cause: error });
  }
}
