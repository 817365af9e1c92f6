import { serviceCommand } from '../service-command.ts';
import { recordsAt } from './member.ts';
import type { Status } from './status.ts';

/** A service lists so many of what it does not count. */
const LISTED_MAX = 20;

/**
 * What a status has a part of, a line each with the command that lists all: a script would take the part for the
 * whole. `overview` is the answer of `describe_cloud`; with a `query` only of the lists that it may select from, not
 * of their counts.
 */
export function shortLists(
  { counts, running, waiting }: Status,
  { overview, query }: { readonly overview: unknown; readonly query?: string | undefined },
): readonly string[] {
  const selected = query?.replaceAll(/counts\.\w+/g, '');
  const mayHave = (name: string) =>
    selected === undefined ||
    /[@$*]|values|keys/.test(selected) ||
    name.split('.').some((member) => selected.includes(member));
  const newest = (name: string) => {
    const { length } = recordsAt(overview, `needs_attention.${name}`);
    return length < LISTED_MAX ? undefined : `the newest ${length} at most`;
  };
  const first = ({ length }: readonly unknown[], count: number | null) =>
    length < (count ?? 0) ? `${length} of ${count}` : undefined;
  const lists = [
    ['waiting', first(waiting, counts.waiting), 'inbox --all'],
    ['running', first(running, counts.running), 'cloud list-inbox --view in_progress --all'],
    ['failing.jobs', newest('failed_jobs'), 'cloud list-jobs --status failed --all'],
    [
      'failing.deliveries',
      newest('rejected_deliveries'),
      'cloud list-deliveries --outcome rejected --all',
    ],
  ] as const;
  return lists.flatMap(([name, part, command]) =>
    part === undefined || !mayHave(name)
      ? []
      : [`The list ${name} has ${part}. More of them: ${serviceCommand(command)}`],
  );
}
