import { z } from 'zod';
import { maybeText } from '../catalogue/record-fields.ts';
import type { AuditRow } from '../database/schema.ts';

const SUBJECT_KINDS = [
  'alert',
  'api_key',
  'app_token',
  'artifact',
  'channel',
  'delivery',
  'hosted_url',
  'invitation',
  'issue',
  'job',
  'member',
  'schedule',
  'secret',
] as const;

/** What an entry is about, where that is no machine, job, skill or command of its own. */
export interface AuditSubject {
  readonly kind: (typeof SUBJECT_KINDS)[number];
  readonly id?: string;
  /** As lists show it; never the title or text that somebody wrote. */
  readonly name?: string;
}

type SettingValue = string | number | boolean | null | readonly string[];

/** A setting and its new value; without one where it may hold a secret or is a file's content. */
interface ChangedSetting {
  readonly name: string;
  readonly value?: SettingValue;
}

/** What an entry was about and what it changed. */
export interface AuditDetails {
  readonly subject?: AuditSubject | undefined;
  readonly changed?: readonly ChangedSetting[] | undefined;
}

/** The settings that are given, with their values; those left undefined were not changed. */
export function settingsOf(
  values: Readonly<Record<string, SettingValue | undefined>>,
): readonly ChangedSetting[] {
  return Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [{ name, value }],
  );
}

/** The column of an entry; null where there is nothing to say. */
export function writeDetails({ subject, changed = [] }: AuditDetails): string | null {
  if (subject === undefined && changed.length === 0) return null;
  return JSON.stringify({ subject, ...(changed.length === 0 ? {} : { changed }) });
}

/** What the column says, as the members of a record. */
export function readDetails({ details }: Pick<AuditRow, 'details'>) {
  if (details === null) return {};
  const { subject, changed }: AuditDetails = JSON.parse(details);
  return {
    ...(subject && {
      subject: { kind: subject.kind, id: subject.id ?? null, name: subject.name ?? null },
    }),
    ...(changed && { changed }),
  };
}

export const subjectSchema = z
  .strictObject({ kind: z.enum(SUBJECT_KINDS), id: maybeText, name: maybeText })
  .describe(
    'What was changed or asked for, where `machine`, `job`, `skill` and `command_id` do not say it.',
  )
  .optional();

export const changedSchema = z
  .array(
    z.strictObject({
      name: z.string(),
      value: z
        .union([z.string(), z.number(), z.boolean(), z.null(), z.array(z.string())])
        .describe('The new value; left out where it may hold a secret or is content of a file.')
        .optional(),
    }),
  )
  .describe('The settings that were changed.')
  .optional();
