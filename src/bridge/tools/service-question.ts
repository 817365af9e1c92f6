import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { unclearResult } from './error-result.ts';
import { serviceForm } from './service-form.ts';
import type { ToolResult } from './tool-call.ts';

/** A call, and what its assistant can do with a result. */
interface AskedCall {
  readonly acts: boolean;
  /** Whether it puts forms to a person. */
  readonly canAsk: boolean;
  readonly knowsTasks: boolean;
}

const OTHER_KIND = {
  code: 'other_kind_of_result',
  title: 'The service responded with a kind of result that it was not asked for',
};

const NO_RESULT = {
  code: 'no_result',
  title: 'The service responded with what is no result of a tool',
};

/**
 * A result that asks something back (2026-07-28, "MRTR"), with each form marked as the service's, so
 * that none passes for a question of the bridge. A service that asks for anything else, as to use the
 * model or to see folders, or by a form that no person should see, or asks where no form can be shown,
 * gets no answer, and what is of another kind than was asked for, or has nothing of a result, is none. Any
 * other one as it is.
 */
export function withServiceQuestions(
  result: ToolResult,
  { acts, canAsk, knowsTasks }: AskedCall,
): ToolResult {
  const { inputRequests, resultType = 'complete' } = result;
  if (resultType === 'complete') return withContent(result, { acts });
  if (resultType === 'task' && knowsTasks) return result;
  if (resultType !== 'input_required') return unclearResult(OTHER_KIND, { acts });
  const forms = formsOf(inputRequests);
  if (!canAsk || Object.keys(forms).length < Object.keys(membersOf(inputRequests)).length) {
    const title = 'The service asks back for what is not handed on';
    return unclearResult({ code: 'question_not_handed_on', title }, { acts });
  }
  return { ...result, inputRequests: forms };
}

/** A finished result, where it has anything of one: what stands in other members nobody labels. */
export function withContent(result: ToolResult, call: { readonly acts: boolean }): ToolResult {
  const { content, structuredContent } = result;
  const isEmpty = (content === undefined || content === null) && structuredContent === undefined;
  return isEmpty ? unclearResult(NO_RESULT, call) : result;
}

/** For a service that wants its person to open a page, which says by an error that it asks back. */
export function pageNotHandedOn(call: { readonly acts: boolean }): ToolResult {
  const title = 'The service wants its person to open a page, and only its forms are handed on';
  return unclearResult({ code: 'page_not_handed_on', title }, call);
}

/** Those requests of a service that are forms for the person, marked as in a result. */
export function formsOf(inputRequests: unknown): JsonObject {
  const forms = Object.entries(membersOf(inputRequests)).flatMap(([key, request]) => {
    const form = serviceForm(request);
    return form === undefined ? [] : [[key, form] as const];
  });
  return Object.fromEntries(forms);
}
