import type { JsonObject } from '../../base/json/object.ts';
import { shellWord } from '../../base/shells/shell-word.ts';
import { NEVER_ASK } from '../../render/assistant-advice.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { errorResult } from './error-result.ts';
import { shownArguments } from './shown-arguments.ts';
import { shownChange } from './shown-change.ts';
import type { ElicitationResult, ToolResult } from './tool-call.ts';
import type { ToolChange } from './tool-description.ts';

const NAME_CHARS_MAX = 100;

/** Why a call that a person was to confirm was not sent, as the assistant reads it. */
export function notConfirmed(name: string, why: Extract<ElicitationResult, string>): ToolResult {
  const detail = `${WHY[why](name)} Nothing was sent.`;
  const code = why === 'declined' || why === 'turned_down' ? 'declined' : 'confirmation_needed';
  const title = code === 'declined' ? 'Declined' : 'Not confirmed';
  if (why === 'declined') return errorResult(detail, { code, title, detail });
  const advice = `Where no person is there to be asked, one does it with ${inTerminal(name)}, or ${NEVER_ASK}.`;
  return errorResult(`${detail}\n${advice}`, { code, title, detail, advice });
}

/** A no that came without the form may be the assistant's own, as of one that runs without a person. */
const WHY: Readonly<Record<Extract<ElicitationResult, string>, (name: string) => string>> = {
  declined: (name) => `The person did not agree to ${name}.`,
  turned_down: (name) =>
    `The assistant turned the question about ${name} down: its person did not agree, or nobody was asked.`,
  failed: (name) => `The assistant could not ask its person about ${name}.`,
  unanswered: (name) => `Nobody answered the question about ${name} within 5 minutes.`,
};

/** For a yes to a tool that the service described otherwise by then. */
export function changedMeanwhile(name: string): ToolResult {
  const detail = `The service changed ${name} while the person was asked about it. Nothing was sent.`;
  const advice = 'Called again, the person is asked about it as it is now.';
  return personNeeded(detail, advice);
}

/** For an assistant that cannot ask, with the command by which a person does it. */
export function cannotAsk(name: string, args: JsonObject): ToolResult {
  const detail = `${name} cannot be undone, and this assistant cannot ask its person. Nothing was sent.`;
  const advice = `A person does it with ${inTerminal(name)}, which asks first.`;
  return personNeeded(detail, `${advice} Its input: ${shownArguments(args)}`);
}

/** The same for a tool that has changed since it was agreed to. */
export function cannotAskAboutChange(
  name: string,
  args: JsonObject,
  change: ToolChange,
): ToolResult {
  const detail = `${shownChange(name, change)} This assistant cannot ask its person. Nothing was sent.`;
  const advice = `A person who agrees does it with ${inTerminal(name)}, or ${NEVER_ASK}. Its input: ${shownArguments(args)}`;
  return personNeeded(detail, advice);
}

function inTerminal(name: string): string {
  const operation = shellWord(name.replaceAll('_', '-'));
  return `\`${serviceCommand(`cloud ${operation}`)}\` in a terminal`;
}

function personNeeded(detail: string, advice: string): ToolResult {
  const facts = { code: 'confirmation_needed', title: 'A person has to confirm', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}

/** For a tool that no list has: nobody is asked about it. */
export function unknownTool(name: string): ToolResult {
  const detail = `The service lists no tool ${JSON.stringify(name.slice(0, NAME_CHARS_MAX))} for this key. Nothing was sent.`;
  return errorResult(detail, { code: 'unknown_tool', title: 'Unknown tool', detail });
}
