import { isJsonObject } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import { columnsToSee } from '../rows.ts';
import { sanitiseLine } from '../sanitise.ts';
import { parseTime } from '../time.ts';
import { textAt } from './member.ts';
import { shortText } from './short-text.ts';
import { isStateWord, stateInWords } from './state-tone.ts';
import type { Column } from './view.ts';

const STATES = ['state', 'status', 'outcome', 'conclusion', 'phase', 'health', 'severity'];
/** Members that say what a thing is, the most telling first. */
export const TITLES = [
  'question',
  'title',
  'subject',
  'name',
  'headline',
  'label',
  'summary',
  'message',
  'description',
  'text',
];
const BEGINNINGS = ['created_at', 'opened_at', 'received_at', 'started_at', 'at'];
const ROWS_LOOKED_AT_MAX = 100;

/** The members of records that tell a person most, where nobody knows what the records are. */
interface Telling {
  /** How it stands: a member of such a name, or of words that say so. */
  readonly state: string | undefined;
  readonly title: string | undefined;
  readonly time: string | undefined;
}

/** Finds them by their names and by what they hold. */
export function tellingMembers(records: readonly JsonObject[]): Telling {
  const looked = records.slice(0, ROWS_LOOKED_AT_MAX);
  const names = columnsToSee(looked);
  const texts = (name: string) =>
    looked.map((record) => record[name]).filter((value) => value !== null && value !== undefined);
  const areTexts = (name: string) =>
    texts(name).length > 0 &&
    texts(name).every((value) => typeof value === 'string' || isQuestion(value));
  const areStates = (name: string) =>
    areTexts(name) && texts(name).every((value) => typeof value === 'string' && isStateWord(value));
  const areTimes = (name: string) =>
    texts(name).length > 0 &&
    texts(name).every((value) => typeof value === 'string' && parseTime(value) !== undefined);
  const named = (wanted: readonly string[], fits: (name: string) => boolean) =>
    wanted.find((name) => names.includes(name) && fits(name));
  const state = named(STATES, areTexts) ?? names.find(areStates);
  const time = named(BEGINNINGS, areTimes) ?? names.find(areTimes);
  const isFree = (name: string) => name !== state && areTexts(name) && !areTimes(name);
  const ending = (name: string) =>
    TITLES.some((title) => name.endsWith(`_${title}`)) && isFree(name);
  const title =
    named(TITLES, isFree) ??
    names.find(ending) ??
    names.find((name) => isFree(name) && !/(^|_)id$/.test(name));
  return { state, title, time };
}

/** A question may hold its text. */
function isQuestion(value: unknown): boolean {
  return isJsonObject(value) && typeof value['text'] === 'string';
}

/** State, title, what is plain, when, id, and what is nested: of these the last go first. */
export function columnsByRule(records: readonly JsonObject[]): readonly Column[] {
  const { state, title, time } = tellingMembers(records);
  const others = columnsToSee(records.slice(0, ROWS_LOOKED_AT_MAX)).filter(
    (name) => ![state, title, time, 'id'].includes(name),
  );
  const isNested = (name: string) =>
    records.some((record) => typeof record[name] === 'object' && record[name] !== null);
  const plain = others.filter((name) => !isNested(name));
  const ranked = [
    ...plain.filter((name) => !name.endsWith('_id')),
    ...plain.filter((name) => name.endsWith('_id')),
  ];
  const hasId = records.some((record) => textAt(record, 'id') !== '');
  const isIdTitle = title === undefined && hasId;
  return [
    ...(state === undefined ? [] : [stateColumn(state)]),
    ...(title === undefined ? [] : [titleColumn(title)]),
    ...(isIdTitle ? [{ ...plainColumn('id', 0) }] : []),
    ...ranked.map((name, at) => plainColumn(name, 3 + at)),
    ...(time === undefined ? [] : [plainColumn(time, 2)]),
    ...(hasId && !isIdTitle ? [plainColumn('id', 1)] : []),
    ...others.filter(isNested).map((name, at) => plainColumn(name, 100 + at)),
  ];
}

function heading(name: string): string {
  return sanitiseLine(name).replaceAll('_', ' ').toUpperCase();
}

function stateColumn(name: string): Column {
  const state = (record: JsonObject) => textAt(record, name);
  return { head: heading(name), goes: 0, cell: (record) => stateInWords(state(record)), state };
}

function titleColumn(name: string): Column {
  const cell = (record: JsonObject) => textAt(record, name, `${name}.text`);
  return { head: heading(name), goes: 0, cell, takesRest: true };
}

function plainColumn(name: string, goes: number): Column {
  return { head: heading(name), goes, cell: (record, now) => shortText(record[name], now) };
}
