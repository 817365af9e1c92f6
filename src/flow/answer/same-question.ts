import type { FleetClient } from '../../client/fleet-client.ts';
import { requireJob } from '../../contract/expected-record.ts';
import { Failure } from '../../contract/failure.ts';
import { isNotShown } from '../../contract/not-shown.ts';
import { plainText } from '../../contract/plain-text.ts';
import { type Question, questionIn } from '../../contract/question.ts';
import { textOf } from '../../contract/response-member.ts';
import { lookingClient } from '../send-as-seen.ts';

/** How a job stands at a look. */
export interface AskedNow {
  readonly record: unknown;
  /** Undefined where it asks nothing. */
  readonly question: Question | undefined;
  /** Whether it waits for the answer; an ended one may keep its question. */
  readonly waits: boolean;
}

interface AskedJob {
  readonly client: FleetClient;
  readonly job: string;
  readonly signal?: AbortSignal | undefined;
}

/** Looks what a job asks now. Throws `Failure`. */
export async function askedNow({ client, job, signal }: AskedJob): Promise<AskedNow> {
  const path = `/api/v1/jobs/${encodeURIComponent(job)}`;
  const { requestId, value } = await client.request('GET', path, {
    operationClass: 'read',
    ...(signal && { signal }),
  });
  const record = requireJob(value, requestId);
  const waits = (textOf(record, 'state') ?? 'needs_input') === 'needs_input';
  return { record, question: questionIn(record), waits };
}

/** As `askedNow`; undefined where the service does not show the job: why is for the answer's own refusal to say. */
export async function askedIfShown(asked: AskedJob): Promise<AskedNow | undefined> {
  try {
    return await askedNow(asked);
  } catch (error) {
    if (error instanceof Failure && isNotShown(error.facts)) return undefined;
    throw error;
  }
}

interface OneQuestion {
  readonly job: string;
  readonly seen?: AskedNow | undefined;
  /** The text of the question, or its beginning and `…` or `...`. */
  readonly meant?: string | undefined;
}

/** A client for one answer, and the question that it is for, where a look has shown that. */
interface Answering {
  readonly client: FleetClient;
  asked(): Question | undefined;
}

/**
 * A client by which an answer goes to one question alone, since the operation itself names none
 * (specification, "Answer route"): to the one that was `seen`, else to the one that stands there before
 * the first try. Before each try it throws `Failure` question_changed where another stands there, or one that is
 * not `meant`; a job that the service does not show gets the first try alone, where nothing is `meant`, and
 * before another the refusal of the look is thrown.
 */
export function answeringClient(client: FleetClient, { job, seen, meant }: OneQuestion): Answering {
  let asked = seen;
  let isFirst = true;
  let refusal: Failure | undefined;
  const look = async () => {
    if (refusal !== undefined) throw refusal;
    const mayBeRefused = isFirst && asked === undefined && meant === undefined;
    isFirst = false;
    const now = await askedNow({ client, job }).catch((error: unknown) => {
      // Why it may not be answered is for the answer's own refusal to say.
      if (!mayBeRefused || !(error instanceof Failure) || error.kind !== 'refused') throw error;
      refusal = error;
      return undefined;
    });
    if (meant !== undefined && !isMeant(now, meant)) throw asksElse(now);
    if (asked === undefined) asked = now;
    else if (now?.waits !== asked.waits || !isSameQuestion(now.question, asked.question)) {
      throw asksElse();
    }
  };
  return { client: lookingClient(client, 'answer_job', look), asked: () => asked?.question };
}

/** Whether it is one question, asked once. A response may leave out all of it but its text. */
export function isSameQuestion(now: Question | undefined, asked: Question | undefined): boolean {
  if (now === undefined || asked === undefined) return now === asked;
  if (now.text !== asked.text) return false;
  if ((now.context ?? asked.context) !== (asked.context ?? now.context)) return false;
  // A job may ask the same again, and a yes was to the first one.
  const isAsWell = now.place.length === asked.place.length;
  if (isAsWell && JSON.stringify(now.place) !== JSON.stringify(asked.place)) return false;
  const [one, other] = [now.options, asked.options];
  return one.length === 0 || other.length === 0 || one.join('\n') === other.join('\n');
}

/**
 * Whether a job asks what somebody means by its text, also by its plain text. Only a text that says that it is cut is a
 * beginning: a whole question is one too, of a longer one that nobody has read.
 */
function isMeant(now: AskedNow | undefined, meant: string): boolean {
  const asked = now?.waits ? folded(now.question?.text ?? '') : '';
  if (asked === '') return false;
  const text = folded(meant);
  const start = text.replace(/ ?(?:…|\.{3})$/, '');
  const fits = (whole: string) => whole === text || (start !== text && whole.startsWith(start));
  return fits(asked) || (start === plainText(start) && fits(plainText(asked)));
}

const folded = (text: string) => text.trim().replace(/\s+/g, ' ');

const SHOWN_MAX = 200;

/** Meanwhile somebody else may have answered. With `now`, the detail has what is asked instead. */
function asksElse(now?: AskedNow): Failure {
  const text = [...folded(now?.waits ? (now.question?.text ?? '') : '')];
  const cut = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX).join('')}…` : text.join('');
  const asks = cut === '' ? 'It asks nothing now.' : `It asks now: ${cut}`;
  return new Failure('conflict', {
    code: 'question_changed',
    title: 'The job no longer asks this',
    detail: `Your answer was not sent.${now === undefined ? '' : ` ${asks}`}`,
    wasSent: false,
  });
}
