import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { sanitiseText } from '../../render/sanitise.ts';
import { unclearResult } from './error-result.ts';
import type { ToolResult } from './tool-call.ts';

/**
 * A result that asks something back (2026-07-28, "MRTR"), with each form marked as the service's, so
 * that none passes for a question of the bridge. A service that asks for anything else, as to use the
 * model or to see folders, or asks where no form can be shown, gets no answer. Any other result as it is.
 */
export function withServiceQuestions(
  result: ToolResult,
  { acts, canAsk }: { readonly acts: boolean; readonly canAsk: boolean },
): ToolResult {
  if (result['resultType'] !== 'input_required') return result;
  const { inputRequests } = result;
  const requests = membersOf(inputRequests);
  if (!canAsk || !Object.values(requests).every(isForm)) {
    const title = 'The service asks back for what is not handed on';
    return unclearResult({ code: 'question_not_handed_on', title }, { acts });
  }
  return { ...result, inputRequests: markedForms(Object.entries(requests)) };
}

/** For a service that wants its person to open a page, which says by an error that it asks back. */
export function pageNotHandedOn(call: { readonly acts: boolean }): ToolResult {
  const title = 'The service wants its person to open a page, and only its forms are handed on';
  return unclearResult({ code: 'page_not_handed_on', title }, call);
}

/** Those requests of a service that are forms for the person, marked as in a result. */
export function formsOf(inputRequests: unknown): JsonObject {
  const forms = Object.entries(membersOf(inputRequests)).filter(([, request]) => isForm(request));
  return markedForms(forms);
}

function markedForms(forms: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(forms.map(([key, request]) => [key, markedForm(request)]));
}

function isForm(request: unknown): boolean {
  const { method, params } = membersOf(request);
  const { mode = 'form' } = membersOf(params);
  return method === 'elicitation/create' && isObject(params) && mode === 'form';
}

function markedForm(request: unknown): JsonObject {
  const { params, ...others } = membersOf(request);
  const { message, ...form } = membersOf(params);
  if (typeof message !== 'string') return { ...others, params: form };
  return { ...others, params: { ...form, message: `The service asks: ${sanitiseText(message)}` } };
}
