import type { EachRow } from '../../../src/commands/each/result-row.ts';
import type { SelectedMachine } from '../../../src/flow/each/select-machines.ts';
import type { StoredCommand } from './hands-fleet.ts';
import type { HandsPlan } from './hands-plan.ts';

interface Facts {
  readonly all: readonly SelectedMachine[];
  /** What the server's database has of this run. */
  readonly commands: readonly StoredCommand[];
  readonly plan: HandsPlan;
}

/** Results by which a machine is said to have got the operation. */
const RAN: ReadonlySet<string> = new Set([
  'done',
  'accepted',
  'failed',
  'still_pending',
  'needs_input',
]);

/** What was told and is not so: each a sentence. */
export function wronglyTold(rows: readonly EachRow[], facts: Facts): readonly string[] {
  const { all, commands, plan } = facts;
  const selected = new Set(all.map(({ id }) => id));
  const strangers = commands.filter(({ machine }) => !selected.has(machine));
  const wasKilled = plan.killAfter !== undefined;
  return [
    ...strangers.map(({ machine }) => `${machine} was not selected and got it`),
    ...all.flatMap(({ id }) => {
      const told = rows.filter(({ machine }) => machine === id);
      const got = commands.filter(({ machine }) => machine === id);
      return [
        ...(told.length === 0 && !wasKilled ? [`nothing was told of ${id}`] : []),
        ...aboutMachine(told, got).map((fault) => `${id}: ${fault}`),
      ];
    }),
  ];
}

function aboutMachine(told: readonly EachRow[], got: readonly StoredCommand[]): readonly string[] {
  const faults: string[] = [];
  const ran = told.filter(({ result }) => RAN.has(result));
  const sentCount = told.filter(({ sent }) => sent !== 'no').length;
  if (got.length > 1) faults.push(`it got it ${got.length} times`);
  if (sentCount > 1) faults.push('it was sent again after it was sent');
  if (ran.length > 0 && got.length === 0) faults.push('it is said to have got it, and did not');
  const isUnclear = told.length === 0 || told.some(({ sent }) => sent === 'unknown');
  if (ran.length === 0 && !isUnclear && got.length > 0)
    faults.push('it got it, and that is not told');
  for (const row of ran) faults.push(...wrongIn(row, got[0]));
  return faults;
}

/** What a line says of the work, beside what the database says. */
function wrongIn(row: EachRow, command: StoredCommand | undefined): readonly string[] {
  if (command === undefined) return [];
  const { job, command: id, result } = row;
  const faults: string[] = [];
  if (id !== null && id !== command.id)
    faults.push(`${id} is told, and ${command.id} is its command`);
  if (job !== null && job !== command.job)
    faults.push(`${job} is told, and ${command.job} is its job`);
  if (id === null && job === null) faults.push('no id is told');
  if (result === 'done' && command.status !== 'succeeded')
    faults.push('done is told, and it is not');
  if (result === 'failed' && command.status !== 'failed')
    faults.push('failed is told, and it is not');
  return faults;
}
