import { type Scrub, scrubValue } from './scrub.ts';

/**
 * Members of our own records with ids, states, times and names, which only the machine writes and
 * the server relies on. They are not scrubbed: a secret such as `2026` or `test` would garble them,
 * and the server would refuse every sync with such a record.
 */
const OURS: ReadonlySet<string> = new Set([
  'machine_job_id',
  'machine_delivery_id',
  'job',
  'delivery',
  'command',
  'skill',
  'name',
  'runner',
  'trigger',
  'status',
  'outcome',
  'state',
  'kind',
  'via',
  'code',
  'auth',
  'artifact',
  'mode',
  'allow',
  'deny',
  'version',
  'cron',
  'timezone',
  'sealing_key',
  'sealed',
  'at',
  'since',
]);

/** Members whose whole content comes from others, so that names of members are scrubbed too. */
const FOREIGN: ReadonlySet<string> = new Set(['headers', 'when']);

/** A record of ours with its free text scrubbed: what comes from a person, a sender or a program. */
export function scrubRecord<Value>(record: Value, scrub: Scrub): Value {
  return scrubbed(record, scrub) as Value;
}

function scrubbed(value: unknown, scrub: Scrub): unknown {
  if (typeof value === 'string') return scrub(value);
  if (Array.isArray(value)) return value.map((item) => scrubbed(item, scrub));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => {
    if (FOREIGN.has(name)) return [name, scrubValue(member, scrub)];
    const isOurs = (OURS.has(name) || name.endsWith('_at')) && !hasMembers(member);
    return [name, isOurs || isDeliveryId(name, value) ? member : scrubbed(member, scrub)];
  });
  return Object.fromEntries(members);
}

function hasMembers(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasMembers);
  return typeof value === 'object' && value !== null;
}

/** The title of a job's link to its delivery is the id of that delivery, by which it is found. */
function isDeliveryId(name: string, link: object): boolean {
  return name === 'title' && 'kind' in link && link.kind === 'delivery' && 'url' in link;
}
