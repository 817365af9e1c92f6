import { classThatCounts } from '../../contract/confirmation.ts';
import { isGoneForGood } from '../../contract/gone-for-good.ts';
import type { Question } from '../../contract/question.ts';
import { namesAThing } from '../../flags/names.ts';
import type { MeantMachine } from '../../flow/secret/meant-machine.ts';
import { changedMeanwhile, lookingClient } from '../../flow/send-as-seen.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceName } from '../../render/service-name.ts';
import { type Confirmation, confirm } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import { machineNames } from '../names/machine-names.ts';
import type { Runtime } from '../runtime.ts';
import type { LookAgain } from '../skill/show-change.ts';
import { commandName } from './command-name.ts';
import { type NamedCall, onMeantMachine } from './on-meant-machine.ts';
import type { ParsedCall } from './read-call.ts';
import { shownInput } from './shown-input.ts';

/**
 * Asks a person for a yes to a call that acts, after what it changes where that can be shown. `found` has
 * what was typed in the place of ids that were looked up for it: another shell may have had a newer answer
 * since, so that `--yes` does not count for them. Gives the call to send, to the machine that was shown, which
 * looks before each further try whether what it changes is as it was shown. Throws `Failure` without a yes.
 */
export async function confirmCall(
  typed: ParsedCall,
  found: readonly string[],
  runtime: Runtime,
): Promise<ParsedCall> {
  const { flags } = typed;
  const yes = flags.yes === true && found.length === 0;
  const isAsked = !yes && canPrompt(runtime, flags['no-input'] === true);
  const named = isAsked
    ? await onMeantMachine(await withQuestion(typed), runtime)
    : { call: typed };
  const lookAgain = isAsked ? await shownChange(typed, named, runtime) : undefined;
  const { call } = named;
  do {
    await confirm(
      confirmationOf(
        { ...typed, seen: named.call.seen },
        { machine: named.machine, isShown: lookAgain !== undefined },
      ),
      {
        yes,
        found,
        canPrompt: isAsked,
        hasDryRun: true,
        stdin: runtime.stdin,
        promptStream: runtime.promptStream,
      },
    );
    // A yes is for what was shown.
  } while ((await lookAgain?.()) === 'changed');
  return lookAgain === undefined ? call : lookingCall(call, lookAgain);
}

/** The first try comes right after a look. */
function lookingCall(call: ParsedCall, lookAgain: LookAgain): ParsedCall {
  const { operation } = call;
  const { reader } = operation;
  if (reader === undefined) return call;
  let isFirst = true;
  const client = lookingClient(reader.client, operation.tool.name, async () => {
    if (!isFirst && (await lookAgain()) === 'changed') throw changedMeanwhile();
    isFirst = false;
  });
  return { ...call, operation: { ...operation, reader: { ...reader, client } } };
}

/** An answer goes to the question that is shown, also where another stands there after the yes. */
async function withQuestion(call: ParsedCall): Promise<ParsedCall> {
  if (call.operation.tool.name !== 'answer_job') return call;
  const { seenQuestion } = await import('./to-one-question.ts');
  return seenQuestion(call);
}

async function shownChange(typed: ParsedCall, { call }: NamedCall, runtime: Runtime) {
  if (call.operation.tool.name !== 'save_skill') return undefined;
  const { showSkillChange } = await import('../skill/show-change.ts');
  return showSkillChange(call, String(typed.input['machine']), runtime);
}

/** What a person sees besides the question. */
interface ShownBefore {
  /** That the name means now. */
  readonly machine?: MeantMachine | undefined;
  /** Whether the text of a skill is shown already, as what it changes. */
  readonly isShown?: boolean;
}

/** What a person is asked before this is sent: its effect in the service's words, the target, and what else goes with it. */
export function confirmationOf(
  { operation, input, seen }: ParsedCall,
  { isShown = false, machine }: ShownBefore = {},
): Confirmation {
  const { reader, tool } = operation;
  const { name, description = '' } = tool;
  const [sentence = ''] = sanitiseLine(description).split(/(?<=\.)\s/);
  const isCommand = name === 'send_command';
  const type = isCommand ? ` ${sanitiseLine(String(input['type']))}` : '';
  const things = Object.entries(input)
    .filter(([member, value]) => namesAThing(member) && typeof value !== 'object')
    .map(([member, value]) => ({ member, name: sanitiseLine(String(value)) }));
  const named = new Set(things.map(({ member }) => member));
  if (isCommand) named.add('type');
  if (isShown) named.add('content');
  const others = Object.fromEntries(Object.entries(input).filter(([member]) => !named.has(member)));
  const isDestructive = classThatCounts(name, tool.class) === 'destructive';
  // A name that nobody can see nobody can type.
  const lost = (isGoneForGood(name) && things.at(-1)?.name) || undefined;
  return {
    service: reader && serviceName(reader.identity),
    effect: `${commandName(name)}${type}`,
    target: things.map((thing) => targetText(thing, machine)).join(', '),
    input: shownInput(others, tool.input_schema),
    // What sending any command means tells nothing of this one.
    meaning: isCommand ? '' : (questionSentence(seen?.question) ?? sentence),
    isDestructive,
    ...(lost === undefined ? {} : { typed: lost }),
  };
}

/** What an answer is to, as its job asks it. */
function questionSentence(question: Question | undefined): string | undefined {
  return question && `The job asks ${JSON.stringify(sanitiseLine(question.text).trim())}.`;
}

function targetText(
  { member, name }: { readonly member: string; readonly name: string },
  machine: MeantMachine | undefined,
): string {
  return `${member} ${machineNames(name, member === 'machine' ? machine : undefined)}`;
}
