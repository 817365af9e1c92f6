import type { JsonObject } from '../../base/json/object.ts';
import type { KnownClass } from '../../client/retry.ts';
import { needsConfirmation } from '../../contract/confirmation.ts';
import { errorResult } from './error-result.ts';
import { shownArguments } from './shown-arguments.ts';
import type { AssistantCall, CallContext, ConfirmedRequest, ToolResult } from './tool-call.ts';

/**
 * Asks the person behind the assistant where the call cannot be undone. Gives the call as it is sent,
 * or the result that the assistant gets instead.
 */
export async function confirmCall(
  { confirm }: CallContext,
  { elicit, name, params }: AssistantCall,
  { args, operationClass }: { readonly args: JsonObject; readonly operationClass: KnownClass },
): Promise<{ readonly refusal: ToolResult } | ConfirmedRequest> {
  // A model chose the tool: one of no known class counts as one that cannot be undone.
  if (confirm === 'never' || !needsConfirmation(name, operationClass ?? 'unknown', args)) {
    return { params };
  }
  if (elicit === undefined) {
    return confirm === 'auto' ? { params } : { refusal: cannotAsk(name, args) };
  }
  const answer = await elicit(name, params['arguments']);
  if (answer === 'failed') return { refusal: askingFailed(name) };
  if (answer === 'declined') return { refusal: declined(name) };
  return 'question' in answer ? { refusal: answer.question } : answer;
}

function declined(name: string): ToolResult {
  const detail = `The person did not agree to ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'declined', title: 'Declined', detail });
}

function askingFailed(name: string): ToolResult {
  const detail = `The assistant could not ask its person about ${name}. Nothing was sent.`;
  return errorResult(detail, { code: 'confirmation_needed', title: 'Not confirmed', detail });
}

function cannotAsk(name: string, args: JsonObject): ToolResult {
  const detail = `${name} cannot be undone, and this assistant cannot ask its person. Nothing was sent.`;
  const command = `fleet cloud ${name.replaceAll('_', '-')}`;
  const advice = `A person does it with \`${command}\` in a terminal, which asks first. Its input: ${shownArguments(args)}`;
  const facts = { code: 'confirmation_needed', title: 'A person has to confirm', detail, advice };
  return errorResult(`${detail}\n${advice}`, facts);
}
