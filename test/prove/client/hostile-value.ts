import { HOSTILE_NUMBERS } from '../contract/hostile-values.ts';
import { pickOne, wholeNumber } from '../seeded-random.ts';
import { hostileText, memberName } from './hostile-text.ts';

const DEPTH_MAX = 4;
const TIMES = ['2026-10-01T12:00:00Z', '0000-00-00T00:00:00Z', '+275760-09-13T00:00:00Z', 'now'];

/** Any JSON value. */
export function hostileValue(random: () => number, depth = 0): unknown {
  const kind = random();
  if (kind < 0.3) return hostileText(random);
  if (kind < 0.45) return pickOne(random, HOSTILE_NUMBERS);
  if (kind < 0.55) return pickOne(random, [null, true, false]);
  if (kind < 0.6) return pickOne(random, TIMES);
  if (depth >= DEPTH_MAX) return {};
  const count = wholeNumber(random, 0, 4);
  const inner = () => hostileValue(random, depth + 1);
  if (kind < 0.75) return Array.from({ length: count }, inner);
  return Object.fromEntries(Array.from({ length: count }, () => [memberName(random), inner()]));
}

/** The members of records that have a view of their own, so that hostile values get into it. */
const RECORDS: readonly (readonly string[])[] = [
  'id state machine skill question options progress created_at step error outputs link trigger'.split(
    ' ',
  ),
  'id name status link last_sync_at version jobs skills os labels mode'.split(' '),
  'id type status machine result error created_at expires_at args'.split(' '),
  'id outcome skill machine received_at source headers body code'.split(' '),
  'id severity title detail opened_at resolved_at machine kind'.split(' '),
  'id name machine description webhook schedules enabled runner last_run'.split(' '),
  'id kind text status created_at answer diagnostics'.split(' '),
  'id at actor operation outcome request_id details target'.split(' '),
  'jobs counts machines alerts inbox day days totals'.split(' '),
];

/** An answer that looks like one of the service, with anything in it. */
export function hostileAnswer(random: () => number): unknown {
  const kind = random();
  if (kind < 0.15) return hostileValue(random);
  if (kind < 0.45) return record(random);
  if (kind < 0.6)
    return { [pickOne(random, ['job', 'machine', 'command', 'alert'])]: record(random) };
  const rows = Array.from({ length: wholeNumber(random, 0, 6) }, () =>
    random() < 0.8 ? record(random) : hostileValue(random),
  );
  const cursor = random() < 0.5 ? hostileValue(random) : undefined;
  const member = pickOne(random, ['jobs', 'machines', 'rows', 'alerts', hostileText(random)]);
  return {
    [member]: rows,
    ...(cursor !== undefined && { [pickOne(random, ['next_before', 'next_offset'])]: cursor }),
    ...(random() < 0.2 && { counts: hostileValue(random) }),
  };
}

const STATES = ['running', 'needs_input', 'done', 'failed', 'queued', 'online', 'away', 'pending'];

function record(random: () => number): Record<string, unknown> {
  const members = pickOne(random, RECORDS).filter(() => random() < 0.85);
  return Object.fromEntries(members.map((name) => [name, memberValue(name, random)]));
}

function memberValue(name: string, random: () => number): unknown {
  if (random() < 0.3) return hostileValue(random, 1);
  if (name === 'state' || name === 'status') return pickOne(random, STATES);
  if (name.endsWith('_at') || name === 'at') return pickOne(random, TIMES);
  if (name === 'options') return ['yes', hostileText(random)];
  if (name === 'question') return { text: hostileText(random), options: [hostileText(random)] };
  return hostileText(random);
}
