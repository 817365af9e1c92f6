import * as Args from '@oclif/core/args';
import { usageFailure } from '../contract/failure.ts';
import { IDLE } from '../flow/live/list-changes.ts';
import { parseDurationMs } from '../terminal/duration.ts';
import { FOLLOW_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';
import { checkedCall } from './operation/checked-call.ts';
import { findOperation } from './operation/find-operation.ts';
import { LISTS } from './watch/lists.ts';

export default class Watch extends FleetCommand {
  static override readonly summary = 'Keep a list up to date.';
  static override readonly description =
    'It looks every five seconds: at a terminal the list is drawn in place, who waits and what runs ' +
    'first, elsewhere each change is a line, with -o jsonl an event. --until ends it with 0 when some row has that state (idle: when ' +
    'nothing is under way and nobody waits), with 8 when --follow-timeout is over before, and with 7 where the service does not answer then.';
  static override readonly examples = [
    'fleet watch',
    'fleet watch machines',
    'fleet watch jobs --machine build-01',
    'fleet watch jobs -o jsonl',
    'fleet watch inbox --until needs_input --follow-timeout 1h',
  ];
  static override readonly args = {
    list: Args.string({
      required: false,
      ignoreStdin: true,
      description: `${Object.keys(LISTS).join(', ')}; inbox without it.`,
      options: Object.keys(LISTS),
    }),
  };
  static override readonly flags = oclifFlags({
    until: {
      type: 'option',
      helpValue: 'STATE',
      description: 'End when some row has this state, as failed or offline.',
    },
    machine: {
      type: 'option',
      helpValue: 'MACHINE',
      description: 'Only jobs and alerts of this machine.',
    },
    skill: { type: 'option', helpValue: 'SKILL', description: 'Only jobs of this skill.' },
    every: {
      type: 'option',
      helpValue: 'DURATION',
      description: 'Time between two looks (default 5s).',
    },
    'follow-timeout': {
      ...FOLLOW_FLAGS['follow-timeout'],
      description: 'Time limit (default 12m with --until, else none).',
    },
    output: OUTPUT_FLAGS.output,
    json: OUTPUT_FLAGS.json,
    color: OUTPUT_FLAGS.color,
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const name = args['list'] ?? 'inbox';
    const list = LISTS[name];
    if (list === undefined) throw new Error(`no list ${name}`);
    const { until, 'follow-timeout': timeout = until === undefined ? undefined : '12m' } = flags;
    if (until === IDLE && !list.states.includes(IDLE)) throw withoutJobs(name);
    const filters = FILTERS.filter((filter) => flags[filter] !== undefined);
    const other = filters.find((filter) => !list.filters.includes(filter));
    if (other !== undefined) throw withoutFilter(name, other);
    const everyMs = parseDurationMs(flags['every'] ?? '5s', 'every');
    const timeoutMs =
      timeout === undefined ? undefined : parseDurationMs(timeout, 'follow-timeout');
    const words = { name: list.operation, argv: this.argv };
    const operation = await findOperation(words, this.runtime, false);
    const input = Object.fromEntries(filters.map((filter) => [filter, flags[filter]]));
    const call = await checkedCall(operation, flags, input);
    const { watchList } = await import('./watch/watch-list.ts');
    process.exitCode = await watchList(call, this.runtime, {
      looks: list.looks,
      until,
      everyMs,
      timeoutMs,
    });
  }
}

const FILTERS = ['machine', 'skill'] as const;

function withoutFilter(list: string, filter: (typeof FILTERS)[number]): Error {
  const others = Object.keys(LISTS).filter((each) => LISTS[each]?.filters.includes(filter));
  return usageFailure(
    `--${filter} does not go with ${list}`,
    `It narrows these lists: ${others.join(', ')}.`,
  );
}

/** Nothing of such a list is ever under way: it would be quiet whatever runs. */
function withoutJobs(list: string): Error {
  return usageFailure(
    '--until idle goes with a list of jobs',
    `Of ${list} nothing is under way.`,
    'As in: fleet watch jobs --until idle',
  );
}
