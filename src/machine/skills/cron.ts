import { Cron } from 'croner';

/** Smallest and greatest value of each field of a five-field cron line. */
const FIELDS = [
  { name: 'minute', min: 0, max: 59 },
  { name: 'hour', min: 0, max: 23 },
  { name: 'day of month', min: 1, max: 31 },
  { name: 'month', min: 1, max: 12 },
  { name: 'day of week', min: 0, max: 7 },
] as const;

const PART = /^(?:\*|(\d{1,2})(?:-(\d{1,2}))?)(?:\/(\d{1,2}))?$/;

/** What is wrong with a five-field cron line (numbers, `*`, lists, ranges, steps); undefined where it is valid. */
export function cronProblem(line: string): string | undefined {
  const fields = line.trim().split(/\s+/);
  if (fields.length !== FIELDS.length) {
    return `must have five fields (${FIELDS.map((field) => field.name).join(', ')})`;
  }
  for (const [index, field] of FIELDS.entries()) {
    for (const part of (fields[index] ?? '').split(',')) {
      if (!isPartWithin(part, field.min, field.max)) {
        return `${field.name} must be within ${field.min}-${field.max}, not ${part || 'nothing'}`;
      }
    }
  }
  return isTaken(fields.join(' ')) ? undefined : STEPS;
}

const STEPS =
  'a step must be like */15 or 8-18/2, and no larger than the values of its field that there are';

/** What fires the schedule decides: one that it does not take would hold up all others. */
function isTaken(line: string): boolean {
  try {
    return new Cron(line, { paused: true }) !== undefined;
  } catch {
    return false;
  }
}

function isPartWithin(part: string, min: number, max: number): boolean {
  const match = PART.exec(part);
  if (!match) return false;
  const from = Number(match[1] ?? min);
  const to = Number(match[2] ?? match[1] ?? max);
  return from >= min && to <= max && from <= to && match[3] !== '0';
}

/** Whether the name is one of the IANA time zone database that this machine knows. */
export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
