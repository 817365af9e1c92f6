import type { JsonObject } from '../../base/json/object.ts';
import { TAKE_CHANGE } from '../../render/assistant-advice.ts';
import { errorResult } from './error-result.ts';
import { shownArguments } from './shown-arguments.ts';
import { shownChange } from './shown-change.ts';
import type { ToolResult } from './tool-call.ts';
import type { ToolChange } from './tool-description.ts';

/** The person did not agree, or an assistant without a person answered for one. */
export function declined(name: string): ToolResult {
  const detail = `The person did not agree to ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'declined', title: 'Declined', detail });
}

/** The assistant responded to the question with an error, or the call was cancelled meanwhile. */
export function askingFailed(name: string): ToolResult {
  const detail = `The assistant could not ask its person about ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'confirmation_needed', title: 'Not confirmed', detail });
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
  const detail = `${name} has changed since it was agreed to: ${shownChange(change)} This assistant cannot ask its person. Nothing was sent.`;
  const advice = `A person who agrees does it with ${inTerminal(name)}, or ${TAKE_CHANGE}. Its input: ${shownArguments(args)}`;
  return personNeeded(detail, advice);
}

function inTerminal(name: string): string {
  return `\`fleet cloud ${name.replaceAll('_', '-')}\` in a terminal`;
}

function personNeeded(detail: string, advice: string): ToolResult {
  const facts = { code: 'confirmation_needed', title: 'A person has to confirm', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}
