import { parseJson, stringifyJson } from '../base/json/lossless.ts';
import { exceededLimit, withoutDeeper } from '../base/json/size.ts';
import { REQUEST_ID_HEADER, REQUEST_ID_PATTERN } from '../contract/header.ts';
import { PROBLEM_MEDIA_TYPE } from '../contract/problem.ts';
import { type RequestInfo, withoutKey } from './request-info.ts';
import type { AttemptResult, FleetResponse } from './response.ts';

/** A response as it came, whatever it is. */
export type HttpResponse = Extract<AttemptResult, { readonly kind: 'answered' }>;

/** Deeper or larger ones could not be written in every format, in memory that every computer has. */
const LIMITS = { levelsMax: 500, valuesMax: 2_000_000 };
const BEYOND = {
  levels: 'JSON of more than 500 levels',
  values: 'JSON of more than 2,000,000 values',
};

/**
 * The response where it is one of the service and no refusal. Throws `Failure`: `refused` for a
 * problem of the service (RFC 9457), `not_the_service` for a redirect and for anything else that
 * the service does not send (HTML, broken JSON, an empty body, another type). What makes them is
 * loaded only then.
 */
export async function readResponse(
  response: HttpResponse,
  info: RequestInfo,
  nowMs: number,
): Promise<FleetResponse> {
  const { status, headers, bytes } = response;
  const requestId = requestIdOf(headers[REQUEST_ID_HEADER], info);
  const hideKey = (text: string) => withoutKey(text, info.key);
  const answer = { status, headers, bytes, requestId, withoutKey: hideKey };
  // What only reads is not done without a word: a script would take nothing for an empty list.
  const isDone = status === 204 && bytes.length === 0 && info.operationClass !== 'read';
  if ((status === 304 && info.conditional) || isDone) {
    return { ...answer, text: '', value: undefined };
  }
  const body = readBody(response, info.cutsDeeper === true);
  const isProblem = mediaType(headers['content-type']) === PROBLEM_MEDIA_TYPE;
  if (status >= 200 && status < 300 && body.problem === undefined && !isProblem) {
    const { text } = body;
    // Parsed before, as the key may be written with JSON's escapes.
    const value =
      info.hidesKey === true ? parseJson(hideKey(stringifyJson(body.value))) : body.value;
    return { ...answer, text, value };
  }
  const { foreignResponse, problemFailure, redirectFailure } = await import(
    './response-failure.ts'
  );
  if (status >= 300 && status < 400) throw redirectFailure(response, info);
  if (status >= 400 && isProblem) {
    throw problemFailure(response, { info, value: body.value, requestId, nowMs });
  }
  throw foreignResponse(response, info, body.problem ?? 'an error that is not from the service');
}

/** The id that the response carries, or the one that was sent where it carries none to be shown. */
function requestIdOf(received: string | undefined, info: RequestInfo): string {
  const usable = received !== undefined && REQUEST_ID_PATTERN.test(received);
  return usable && withoutKey(received, info.key) === received ? received : info.requestId;
}

type Body =
  | { readonly problem: string; readonly value?: undefined }
  | { readonly problem?: undefined; readonly text: string; readonly value: unknown };

function readBody({ headers, bytes }: HttpResponse, cutsDeeper: boolean): Body {
  if (bytes.length === 0) return { problem: 'an empty body' };
  const type = mediaType(headers['content-type']);
  if (type === undefined) return { problem: 'a body of no readable type' };
  if (!/^application\/([\w.-]+\+)?json$/.test(type)) return { problem: `${type} instead of JSON` };
  try {
    const whole = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const isCut = cutsDeeper && exceededLimit(whole, LIMITS) === 'levels';
    const text = isCut ? withoutDeeper(whole, LIMITS.levelsMax) : whole;
    const beyond = exceededLimit(text, LIMITS);
    if (beyond !== undefined) return { problem: BEYOND[beyond] };
    return { text, value: parseJson(text) };
  } catch {
    return { problem: `JSON that is broken or breaks off (${bytes.length} bytes)` };
  }
}

function mediaType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';')[0]?.trim().toLowerCase();
  return type !== undefined && /^[\w.+-]{1,60}\/[\w.+-]{1,60}$/.test(type) ? type : undefined;
}
