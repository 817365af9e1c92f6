import type { KnownValues } from './schema-values.ts';

const MEMBER_OF_PREFIX: Readonly<Record<string, string>> = {
  mac: 'machine',
  job: 'job',
  cmd: 'command',
  del: 'delivery',
  alt: 'alert',
  chn: 'channel',
  iss: 'issue',
};
const ID = /^(mac|job|cmd|del|alt|chn|iss)_[0-9a-z]{11}$/;
/** How many of a kind are remembered; the newest replace the oldest. */
const REMEMBERED = 24;

const FIRST: Readonly<Record<string, readonly string[]>> = {
  machine: ['machine-1', 'machine-2', 'machine-3', 'twin.local', 'alone.local', 'build-01'],
  skill: ['deploy-check', 'open-door', 'broken', 'nothing'],
  job: ['m-1', '20261001-1'],
  delivery: ['d-1', 'd-2', 'd-7'],
  delivery_id: ['evt-1'],
  issue: ['1', '#1', '2'],
  type: ['ping', 'logs.tail', 'config.patch', 'schedule.run', 'stats.get', 'job.run', 'fly'],
  status: ['queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled', 'nothing'],
  outcome: ['done', 'not_done', 'needs_human', 'accepted', 'rejected', 'nothing'],
  option: ['yes', 'no', 'maybe'],
  options: ['yes', 'no', 'maybe'],
  action: ['command.', 'machine.', 'job.answer', 'issue.report'],
  since: ['2026-10-01', '2026-10-01T12:00:00Z', '2026-10-01T12:00:00.5+02:00'],
  until: ['2026-10-01', '2027-01-01', '2026-10-01 12:00'],
  q: ['evt', 'Sender', '192.0.2', 'hooks/'],
  skill_md: ['---\nname: x\ndescription: y\n---\nGo.\n'],
  content: ['---\nname: deploy-check\ndescription: y\n---\nGo.\n'],
  name: ['machine-1', 'nightly', 'Renamed'],
};

/** Collects from responses what exists, so that later cases can name it. */
export interface KnownWorld {
  remember(body: unknown): void;
  values(): KnownValues;
}

export function createKnownWorld(): KnownWorld {
  const seen = new Map<string, Set<string>>();

  function note(member: string, text: string): void {
    const values = seen.get(member) ?? new Set(FIRST[member]);
    seen.set(member, values);
    values.delete(text);
    values.add(text);
    const [, , , , , , , oldest] = values;
    if (values.size > REMEMBERED && oldest !== undefined) values.delete(oldest);
  }

  function walk(name: string, value: unknown): void {
    if (typeof value === 'string') {
      const [, prefix] = ID.exec(value) ?? [];
      if (prefix !== undefined) note(MEMBER_OF_PREFIX[prefix] ?? name, value);
      else if (name === 'machine_job_id') note('job', value);
      else if (name === 'machine_delivery_id') note('delivery', value);
      else if (name === 'next_before') note('before', value);
      else if (name === 'machine_name') note('machine', value);
    } else if (typeof value === 'object' && value !== null) {
      for (const [member, inner] of Object.entries(value)) walk(member, inner);
    }
  }

  return {
    remember: (body) => walk('', body),
    values() {
      const of = new Map(
        [...new Set([...seen.keys(), ...Object.keys(FIRST)])].map((member) => [
          member,
          [...(seen.get(member) ?? FIRST[member] ?? [])],
        ]),
      );
      return { of: (member) => of.get(member) ?? [], all: [...of.values()].flat() };
    },
  };
}
