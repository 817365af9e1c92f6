import { type JsonObject, membersOf } from '../../base/json/object.ts';
import { declaresTasks } from '../../contract/task/extension.ts';
import { supportsElicitation } from '../../contract/task/question-form.ts';
import { askingJob } from '../../contract/task/task-of-result.ts';
import { type ModernRequest, SEVERAL_CHOICES_SINCE } from '../protocol-version.ts';
import type { TaskCaller } from '../tasks/call-for-task.ts';
import { goOnAsking, type HeldCall, pendingResult } from '../tasks/held-question.ts';
import { followsAnother, formIsPut } from '../tasks/put-forms.ts';
import { afterLateAnswer, notLookedUp, tooLate } from '../tasks/question-note.ts';
import type { TaskEntry } from '../tasks/task-entry.ts';
import type { Tasks } from '../tasks/task-requests.ts';
import { errorResult } from '../tools/error-result.ts';
import type { CallContext, CallResult, ConfirmedCall, ToolResult } from '../tools/tool-call.ts';
import { classOfTool } from '../tools/tool-class.ts';
import { requestedWait } from '../tools/wait-limit.ts';
import type { Elicitation } from './elicitation.ts';
import type { InFlight } from './in-flight.ts';
import type { RequestStates, StateContent } from './request-state.ts';

/** A call of an assistant, with what it can do. */
interface AskingCall {
  readonly name: string;
  readonly params: JsonObject;
  readonly modern: ModernRequest | undefined;
  readonly capabilities: JsonObject | undefined;
  /** Of the handshake; undefined without one. */
  readonly version: string | undefined;
  readonly caller: TaskCaller;
  /** Tells the assistant how far the job is. */
  readonly tell: (message: string) => void;
}

interface JobQuestionsOptions extends CallContext {
  readonly tasks: Tasks;
  readonly elicitation: Elicitation;
  readonly inFlight: Pick<InFlight, 'hold'>;
  readonly states: RequestStates;
}

/** Questions of jobs whose call waits, for assistants that know forms and no tasks. */
interface JobQuestions {
  /** The rest of a call that comes again with the answer to its job's question; undefined for any other call. */
  resume(call: AskingCall): Promise<CallResult> | undefined;
  /** What the call ends with: its result, or that of its job after the person was asked. */
  afterCall(call: AskingCall, called: CallResult): Promise<CallResult>;
}

/** Before a state of this kind, since the call itself must not be made once more; no service's own begins so. */
const PREFIX = 'fleet-job.';

/** Makes them for one session. */
export function createJobQuestions(options: JobQuestionsOptions): JobQuestions {
  const { clock, elicitation, inFlight, maxWaitSeconds, questions, states, tasks, tools } = options;

  function asksPerson({ capabilities = {} }: AskingCall): boolean {
    if (questions === 'never' || declaresTasks(capabilities)) return false;
    return supportsElicitation(capabilities) && tasks.canFollow('job') && tasks.canAnswer();
  }

  function waitSecondsOf({ name, params }: AskingCall): number {
    const wait = requestedWait(membersOf(params['arguments']), tools.known(name));
    return Math.min(wait ?? 0, maxWaitSeconds);
  }

  async function goOn(
    call: AskingCall,
    job: string,
    { given, result }: { readonly given?: GivenAnswer; readonly result: ToolResult },
  ): Promise<CallResult> {
    const { caller, modern, name, params, tell, version = '' } = call;
    const followed = { operation: name, kind: 'job', id: job, createdMs: clock.now() } as const;
    const entry = await inFlight.hold(tasks.board.add(followed, result));
    let unused = given;
    noteGiven(entry, given);
    const putForm: HeldCall['putForm'] = async (form, about, { signal, late }) => {
      if (unused?.key === about.key) {
        const { response } = unused;
        // Once: where the question was another one meanwhile and is this again, the person is asked again.
        unused = undefined;
        return { response };
      }
      if (modern === undefined) {
        const response = await elicitation.ask(form, signal, late);
        return response === undefined ? undefined : { response };
      }
      const next = carriedState(entry, about, unused);
      const state = states.issue(callOf(name, params), clock.now(), next);
      const shown = isAnswer(unused) ? afterLateAnswer(form) : form;
      return { question: questionResult(about.key, shown, state) };
    };
    const takesSeveral = modern !== undefined || version >= SEVERAL_CHOICES_SINCE;
    const waitMs = waitSecondsOf(call) * 1000;
    const about = { name, board: tasks.board, entry, caller, clock, hold: inFlight.hold, waitMs };
    const ended = await goOnAsking({ ...about, takesSeveral, putForm, tell }, result);
    const isTold = ended === result || entry.isAnswerLate;
    return { kind: 'result', result: isTold ? ended : withLateAnswer(ended, unused) };
  }

  return {
    resume(call) {
      const { name, params } = call;
      const { inputResponses, requestState } = params;
      if (typeof requestState !== 'string' || !requestState.startsWith(PREFIX)) return undefined;
      const state = requestState.slice(PREFIX.length);
      const redeemed = states.redeem(state, callOf(name, params), clock.now());
      if (redeemed?.kind !== 'job' || !asksPerson(call))
        return Promise.resolve(questionClosed(name));
      const given = { ...redeemed, response: membersOf(inputResponses)[redeemed.key] };
      const result = notLookedUp(pendingResult(name, { id: redeemed.job }));
      return goOn(call, redeemed.job, { given, result });
    },
    async afterCall(call, called) {
      if (called.kind !== 'result' || !asksPerson(call) || waitSecondsOf(call) <= 0) return called;
      const { result } = called;
      const isRead = classOfTool(call.name, tools.known(call.name)) === 'read';
      const job = askingJob(result['structuredContent']);
      if (isRead || job === undefined || result['isError'] === true) return called;
      return goOn(call, job, { result });
    },
  };
}

/** What the next call of the same job has to know. */
function carriedState(
  entry: TaskEntry,
  about: { readonly job: string; readonly key: string },
  unused: GivenAnswer | undefined,
): StateContent {
  const isAnswerLate = isAnswer(unused) || entry.isAnswerLate;
  const isAfterAnother = followsAnother(entry.forms, about.key);
  return { kind: 'job', ...about, isAnswerLate, followsAnother: isAfterAnother };
}

function questionResult(key: string, form: JsonObject, state: string): ToolResult {
  const inputRequests = { [key]: { method: 'elicitation/create', params: form } };
  return { resultType: 'input_required', inputRequests, requestState: `${PREFIX}${state}` };
}

interface GivenAnswer {
  readonly key: string;
  readonly response: unknown;
  readonly isAnswerLate?: boolean;
  readonly followsAnother?: boolean;
}

/** Notes of the job what was known when its question was put: each call of one has its own entry. */
function noteGiven(entry: TaskEntry, given: GivenAnswer | undefined): void {
  if (given === undefined) return;
  if (given.isAnswerLate === true) entry.isAnswerLate = true;
  if (given.followsAnother === true) entry.forms.afterAnother.add(given.key);
  formIsPut(entry.forms, given.key);
}

function isAnswer(given: GivenAnswer | undefined): boolean {
  return membersOf(given?.response)['action'] === 'accept';
}

/** Says of an answer that was not used that it was not; the form of a new question and its state say it already. */
function withLateAnswer(ended: ToolResult, unused: GivenAnswer | undefined): ToolResult {
  return isAnswer(unused) && ended['resultType'] !== 'input_required' ? tooLate(ended) : ended;
}

function callOf(name: string, params: JsonObject): ConfirmedCall {
  return { name, args: params['arguments'], service: undefined, isFinal: false, change: undefined };
}

/** The call was made already: it is never made again for the sake of its question. */
function questionClosed(name: string): CallResult {
  const detail = `The question of the job that ${name} began is no longer open here. This call sent nothing, and an answer that came before it may have been sent. Look it up with list_inbox or list_jobs, and do not call ${name} again for it.`;
  const facts = { code: 'question_closed', title: 'Too late', detail };
  return { kind: 'result', result: errorResult(detail, facts) };
}
