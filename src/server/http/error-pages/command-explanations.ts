import type { Explanation } from './explanation.ts';

/**
 * Codes in the `error` of a command that no refusal has: what its machine answered, or how the
 * service ended it. They come with status 200, as part of the command.
 */
export const COMMAND_EXPLANATIONS: Readonly<Record<string, Explanation>> = {
  expired: {
    meaning:
      'The time of the command is over: 10 minutes after it was queued, or for a secret 2 minutes after the machine received the request.',
    whatToDo: [
      '`get_machine` shows when the machine was last seen: commands wait while it is offline.',
      'Look whether it happened all the same (`get_job`, `get_machine`) before you send it again.',
    ],
  },
  invalid_result: {
    meaning: 'The machine answered with something that the service cannot keep.',
    whatToDo: ["Update the machine's program; report the problem with `report_issue`."],
  },
  invalid_config: {
    meaning: "The machine's configuration file is not valid, or would not be after the change.",
    whatToDo: ['The message names the setting and what is allowed. The file was not changed.'],
  },
  invalid_skill: {
    meaning: 'The SKILL.md is not valid.',
    whatToDo: ['The message names the line or the setting. Nothing was written.'],
  },
  linked_skill: {
    meaning: 'The skill comes from a linked repository and is changed there.',
    whatToDo: ['Change it in the repository that `get_machine` names.'],
  },
  unknown_skill: {
    meaning: 'The machine has no skill of that name, or its SKILL.md failed to load.',
    whatToDo: ['`get_machine` lists the skills, and those that failed to load with the reason.'],
  },
  unknown_schedule: {
    meaning: 'The machine has no schedule of that name.',
    whatToDo: ['Send `schedules.list` for the names.'],
  },
  unknown_artifact: {
    meaning: 'The job has no such file: it may not have been written, or was removed since.',
    whatToDo: ['`get_job` lists the files that the job has.'],
  },
  not_waiting: {
    meaning: 'The job does not wait for an answer (any more).',
    whatToDo: ['`get_job` shows its state; `list_inbox` those that wait.'],
  },
  job_ended: {
    meaning: 'The job has ended already.',
    whatToDo: ['`get_job` shows how; `replay_job` runs it again.'],
  },
  runner_not_ready: {
    meaning: 'The program that would run the skill is not installed or not ready on the machine.',
    whatToDo: ['Send `runners.get` with `refresh`; its details say what is missing.'],
  },
  machine_restarted: {
    meaning: 'The machine restarted while it ran the command; how far it came is not known.',
    whatToDo: ['Look what became of it before you send it again.'],
  },
};
