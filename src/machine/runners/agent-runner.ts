import type { AgentProgram } from '../config/runner-settings.ts';
import type { Host } from '../host.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import { MachineError } from '../machine-error.ts';
import { agentPrompt } from './agent-prompt.ts';
import { endRun } from './end-run.ts';
import { findProgram, programProblem } from './find-program.ts';
import { runProgram } from './run-program.ts';
import type { RunContext, RunSkill } from './runner.ts';
import { runScriptedAgent } from './scripted-agent.ts';

/**
 * Runs a skill with the program that `fleet.yaml` names for its runner, the prompt on its stdin; where
 * it names none, with the scripted agent. `root` is the machine's folder.
 */
export function createAgentRunner(host: Host, root: string): RunSkill {
  return async (run) => {
    const { program } = run;
    return program === undefined
      ? await runScriptedAgent(run)
      : await runAgentProgram(run, program, { host, root });
  };
}

async function runAgentProgram(
  run: RunContext,
  program: AgentProgram,
  { host, root }: { readonly host: Host; readonly root: string },
): Promise<JobEvent> {
  const isAnswered = run.report.answer !== null;
  const { resume } = program;
  const words = isAnswered && resume !== undefined ? resume : program.command;
  const found = findProgram(words, root);
  const problem = await programProblem(found, host);
  if (problem !== undefined) throw new MachineError('runner_not_ready', problem);
  const prompt = agentPrompt(run, { isResumed: isAnswered && resume !== undefined });
  await run.files.append('prompt', run.scrub(prompt));
  const ended = await runProgram(host, run, {
    words: () => found,
    input: prompt,
    hasProgressLines: false,
    usesHome: true,
  });
  const event = await endRun(run, ended);
  const response = run.scrub(responseOf(event));
  if (response !== '') await run.files.append('response', `${response}\n`);
  return event;
}

/** What the agent says to a person at the end of a run; '' where it says nothing. */
function responseOf(event: JobEvent): string {
  if (event.kind === 'ask' || event.kind === 'end_with_question') return event.question.text;
  if (event.kind !== 'finish') return '';
  const { headline, result, summary } = event.finish;
  return summary ?? result ?? headline ?? '';
}
