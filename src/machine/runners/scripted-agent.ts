import { pause } from '../../base/time/pause.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import type { ScriptStep } from '../skills/agent-script.ts';
import { substitute } from '../skills/substitute.ts';
import { payloadOf } from '../webhooks/incoming-webhook.ts';
import type { RunContext } from './runner.ts';
import { shownQuestion } from './shown-question.ts';

/**
 * Replaces an agent program, for tests and demonstrations: it runs the steps of the skill's `script`
 * and keeps the number of the next step as its session, so that it can continue after an answer.
 */
export async function runScriptedAgent(run: RunContext): Promise<JobEvent> {
  const { script } = run.skill.settings;
  if (script.length === 0) {
    const { runner } = run.report;
    const message = `fleet.yaml names no program for runner ${runner} (runners: ${runner}: command), and skill ${run.skill.name} has no script`;
    return { kind: 'fail', failure: { kind: 'no_script', message } };
  }
  await run.files.append('prompt', promptOf(run));
  for (let index = run.session.nextStep; index < script.length; index += 1) {
    const step = script[index];
    if (step === undefined || run.signal.aborted) break;
    const end = await runStep(step, run);
    run.advance({ ...run.session, nextStep: index + 1 });
    if (end !== undefined) return end;
  }
  return {
    kind: 'finish',
    finish: { headline: null, summary: null, result: null, outcome: 'done' },
  };
}

/** Runs one step; gives the event that ends this segment, or undefined where the next step follows. */
async function runStep(step: ScriptStep, run: RunContext): Promise<JobEvent | undefined> {
  const fill = (text: string) => run.scrub(fillIn(text, run));
  const fillOrNull = (text: string | null) => (text === null ? null : fill(text));
  if ('progress' in step) {
    const { message, percent, step: name } = step.progress;
    run.emit({
      kind: 'progress',
      progress: { message: fill(message), percent, step: fillOrNull(name) },
    });
  } else if ('sleep' in step) {
    await pause(run.clock, step.sleep * 1000, run.signal);
  } else if ('link' in step) {
    const { kind, title, url } = step.link;
    run.emit({ kind: 'link', link: { kind, title: fill(title), url: fillOrNull(url) } });
  } else if ('say' in step) {
    await run.files.append('stdout', `${fill(step.say)}\n`);
  } else if ('spend' in step) {
    const { cost_usd: costUsd, input_tokens, output_tokens } = step.spend;
    const spend = { costUsd, inputTokens: input_tokens, outputTokens: output_tokens };
    run.emit({ kind: 'spend', spend });
  } else if ('ask' in step) {
    return await ask(step.ask, run);
  } else if ('fail' in step) {
    const failure = { kind: step.fail.kind, message: fill(step.fail.message) };
    return { kind: 'fail', failure };
  } else {
    return await finish(step.finish, run, fill);
  }
  return undefined;
}

type Fill = (text: string) => string;

async function ask(
  step: Extract<ScriptStep, { ask: unknown }>['ask'],
  run: RunContext,
): Promise<JobEvent> {
  const fill = (text: string) => fillIn(text, run);
  const { context, multiple, recommended } = step;
  const filled = {
    text: fill(step.text),
    context: context && fill(context),
    options: step.options.map(fill),
    recommended: recommended && fill(recommended),
    multiple,
  };
  const question = shownQuestion(filled, run.scrub);
  await run.files.append('response', `${question.text}\n`);
  return { kind: step.wait ? 'ask' : 'end_with_question', question };
}

async function finish(
  step: Extract<ScriptStep, { finish: unknown }>['finish'],
  run: RunContext,
  fill: Fill,
): Promise<JobEvent> {
  const headline = fill(step.headline);
  const summary = step.summary === null ? null : fill(step.summary);
  const result = step.result === null ? null : fill(step.result);
  await run.files.append('response', `${summary ?? headline}\n`);
  if (result !== null) await run.files.write('result', `${result}\n`);
  return { kind: 'finish', finish: { headline, summary, result, outcome: step.outcome } };
}

function fillIn(text: string, run: RunContext): string {
  return substitute(text, { payload: payloadOf(run.payload), answer: run.session.answer });
}

/** The prompt for an agent program: at first the whole task, later only the answer. */
function promptOf(run: RunContext): string {
  if (run.session.nextStep > 0) return run.scrub(`\n# Answer\n\n${run.session.answer}\n`);
  const payload = run.payload === '' ? '' : `\n\n# Event\n\n${run.payload}`;
  return run.scrub(`${run.skill.instructions}${payload}\n`);
}
