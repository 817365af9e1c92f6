import { thisPlatform } from '../../base/platform.ts';
import { endSignals } from '../../base/processes/end-signals.ts';
import { shellWord } from '../../base/shells/shell-word.ts';
import { TOO_LARGE } from '../../client/catalogue/readable-schema.ts';
import { classThatCounts } from '../../contract/confirmation.ts';
import type { Tool } from '../../contract/tool.ts';
import { exampleInput } from '../../flags/example.ts';
import type { Field, FieldShape, Fields } from '../../flags/field.ts';
import { type FlagDescriptor, toFlagDescriptors } from '../../flags/flag-descriptors.ts';
import type { PlainObject } from '../../flags/plain-json.ts';
import { sanitiseLine, sanitiseText } from '../../render/sanitise.ts';
import { catalogueNote } from '../cloud/catalogue-note.ts';
import type { HelpLength } from '../command-line.ts';
import { type Flag, RESERVED_FLAGS } from '../flag-table.ts';
import { refuseHelpAsValue } from '../help/forgotten-value.ts';
import {
  type FlagLine,
  flagRows,
  helpWidth,
  paragraph,
  section,
  textSection,
} from '../help/layout.ts';
import type { Runtime } from '../runtime.ts';
import { commandName } from './command-name.ts';
import type { FoundOperation } from './find-operation.ts';

/**
 * Prints the help of an operation. What the service wrote is made harmless and never becomes a
 * template or a terminal sequence.
 */
export async function printOperationHelp(
  operation: FoundOperation,
  { argv, length }: OperationHelpRequest,
  runtime: Runtime,
): Promise<void> {
  // Nothing is on its way: a signal ends the process, also where what listens gets no turn.
  for (const name of endSignals(thisPlatform())) process.removeAllListeners(name);
  refuseHelpAsValue(argv, takesValueIn(operation));
  const example = await exampleInput(operation.tool.input_schema);
  const of = { example, length, width: helpWidth(runtime), nowMs: runtime.clock.now() };
  await runtime.stdout.write(operationHelp(operation, of));
}

function takesValueIn({ fields }: FoundOperation): (name: string) => boolean {
  const own: Readonly<Record<string, Flag>> = RESERVED_FLAGS;
  const generated = toFlagDescriptors(fields);
  return (name) =>
    Object.hasOwn(own, name)
      ? own[name]?.type !== 'boolean'
      : generated.some((flag) => flag.name === name && flag.kind === 'text');
}

interface OperationHelpRequest {
  readonly length: HelpLength;
  /** The words after the operation's name. */
  readonly argv: readonly string[];
}

interface HelpContext {
  readonly example: PlainObject;
  readonly length: HelpLength;
  readonly width: number;
  readonly nowMs: number;
}

function operationHelp(operation: FoundOperation, of: HelpContext): string {
  const { example, length, width, nowMs } = of;
  const isFull = length === 'full';
  const { fields, inUse, tool } = operation;
  const description = sanitiseText(tool.description ?? '').trim();
  const [summary = '', ...rest] = description.split(/(?<=\.)\s/);
  const descriptors = toFlagDescriptors(fields);
  const places = fields.fields.filter(({ name }) => fields.positionals.includes(name));
  const isPlace = ({ name }: FlagDescriptor) => places.some(({ flag }) => flag === name);
  const required = descriptors.filter((flag) => flag.isRequiredBySchema && !isPlace(flag));
  const optional = descriptors.filter((flag) => !flag.isRequiredBySchema);
  const note = catalogueNote(inUse, nowMs);
  return [
    `${paragraph(summary === '' ? sanitiseLine(tool.name) : summary, width)}\n${badge(operation)}\n`,
    section('Usage', [[usage(operation), '']], width),
    section('Arguments', argumentRows(fields, length), width),
    section('Required flags', generatedRows(required, fields.fields, length), width),
    section('Optional flags', generatedRows(optional, fields.fields, length), width),
    isFull ? '' : paragraph(membersLine(optional), width),
    textSection('Also', alsoReached(operation), width),
    isFull ? textSection('Description', rest.join(' '), width) : '',
    section('Examples', examples(operation, example).slice(0, isFull ? undefined : 1), width),
    isFull ? section('Flags of every operation', ownRows(), width) : paragraph(MORE, width),
    !isFull || note === undefined ? '' : paragraph(note, width),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

const MORE = 'More flags: --help.';

/** Class, scope, and whether this key has it; unknown parts are left out. */
function badge({ inUse, tool }: FoundOperation): string {
  const isKnown = inUse.origin !== 'snapshot' && tool.allowed !== undefined;
  const keyNote = isKnown ? `, your key: ${tool.allowed ? 'yes' : 'no'}` : '';
  const scope = tool.scope === undefined ? '' : ` · needs ${sanitiseLine(tool.scope)}${keyNote}`;
  return `${sanitiseLine(classThatCounts(tool.name, tool.class) ?? 'class unknown')}${scope} · ${sanitiseLine(tool.name)}`;
}

function usage({ fields, tool }: FoundOperation): string {
  const places = fields.positionals.map((name) => sanitiseLine(name).toUpperCase());
  return ['fleet cloud', commandName(tool.name), ...places, '[flags]'].join(' ');
}

function argumentRows(
  { fields, positionals }: Fields,
  length: HelpLength,
): readonly (readonly [string, string])[] {
  return positionals.map((name) => {
    const field = fields.find((candidate) => candidate.name === name);
    const limits = field === undefined ? '' : limitsOf(field);
    const flag = field?.flag ? `Or --${field.flag}.` : '';
    const more = length === 'full' ? [limits, flag] : [];
    const parts = [field?.description ?? '', ...more].filter((part) => part !== '');
    return [sanitiseLine(name).toUpperCase(), sanitiseLine(parts.join(' '))];
  });
}

function generatedRows(
  flags: readonly FlagDescriptor[],
  fields: readonly Field[],
  length: HelpLength,
): readonly (readonly [string, string])[] {
  const byFlag = new Map(fields.map((field) => [field.flag, field]));
  const shown = length === 'full' ? flags : flags.filter((flag) => !isMember(flag));
  const lines = shown.map((flag): FlagLine => {
    const field = byFlag.get(flag.name);
    const byDefault = flag.shownDefault === null ? '' : `Default: ${flag.shownDefault}.`;
    const limits = field === undefined || length === 'short' ? '' : limitsOf(field);
    const parts = [flag.helpText, limits, byDefault];
    return {
      name: sanitiseLine(flag.name),
      type: flag.kind === 'boolean' ? 'boolean' : 'option',
      allowNo: flag.allowNo,
      helpValue: valueShown(flag, length),
      description: sanitiseLine(parts.filter((part) => part !== '').join(' ')),
    };
  });
  return flagRows(lines);
}

/** The short help has the flags of an object's members in one line. */
function membersLine(flags: readonly FlagDescriptor[]): string {
  const members = flags
    .filter(isMember)
    .map((flag) => `--${sanitiseLine(flag.name)} ${valueShown(flag, 'short')}`.trimEnd());
  return members.join(', ');
}

function isMember({ name }: FlagDescriptor): boolean {
  return name.includes('.');
}

function valueShown({ helpValue, kind }: FlagDescriptor, length: HelpLength): string {
  if (kind === 'boolean') return '';
  const value = sanitiseLine(helpValue ?? 'TEXT');
  return length === 'short' ? value.replace(/\|@file$/, '') : value;
}

function isTooLarge({ input_schema: schema }: Tool): boolean {
  return typeof schema === 'object' && schema['description'] === TOO_LARGE;
}

/** Members that no flag reaches, and parts of the schema that flags cannot express. */
function alsoReached({ fields, tool }: FoundOperation): string {
  if (isTooLarge(tool)) return `${TOO_LARGE} Give it with --input.`;
  const flagless = fields.fields
    .filter((field) => field.flag === null)
    .map((field) => `${sanitiseLine(field.name)}: give it with --arg or --input.`);
  const beyond = fields.unsupported.map(
    (part) => `${sanitiseLine(part)}: flags cannot say all of it; use --arg or --input.`,
  );
  return [...flagless, ...beyond].join('\n');
}

function examples(
  { fields, tool }: FoundOperation,
  example: PlainObject,
): readonly (readonly [string, string])[] {
  const name = commandName(tool.name);
  const required = fields.fields.filter((field) => field.required && field.flag !== null);
  const words = required.map((field) => {
    const value = example[field.name];
    const values = field.kind === 'array' && Array.isArray(value) ? value : [value];
    const quotedValues = values.map((each) => shellWord(sanitiseLine(valueText(each))));
    if (fields.positionals.includes(field.name)) return quotedValues.join(' ');
    if (field.kind === 'long-text') return `--${field.flag}=@file`;
    return quotedValues.map((word) => `--${field.flag} ${word}`).join(' ');
  });
  const plain = ['fleet cloud', name, ...words].join(' ');
  if (fields.fields.length === 0 && !isTooLarge(tool)) return [[plain, '']];
  return [
    [plain, ''],
    [`fleet cloud ${name} --input=@input.json --dry-run`, ''],
  ];
}

function valueText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function ownRows(): readonly (readonly [string, string])[] {
  const flags = Object.entries<Flag>(RESERVED_FLAGS);
  return flagRows(flags.map(([name, flag]) => ({ ...flag, name })));
}

/** What a value may be, in words; '' where the schema sets no limit. */
function limitsOf(shape: FieldShape): string {
  const { item, max, maxLength, min, minLength, pattern } = shape;
  const parts = [
    range(min, max, ''),
    range(minLength, maxLength, ' characters'),
    pattern === null ? '' : `Matches ${pattern}.`,
    item === null ? '' : `Give it again for each further one. ${limitsOf(item)}`.trimEnd(),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function range(least: number | null, most: number | null, unit: string): string {
  if (least !== null && most !== null) return `${least} to ${most}${unit}.`;
  if (least !== null) return `At least ${least}${unit}.`;
  return most === null ? '' : `At most ${most}${unit}.`;
}
