import type { Section } from './entry.ts';

const firstHour = 'issue 17: A first skill in ten minutes';
const agents = 'issue 17: Real agents';

/** A machine's side: its first hour, and programs that run skills. */
export const RUNNING_SKILLS = {
  'AGENT-program': {
    source: agents,
    text: 'runners of fleet.yaml names the program of an agent runner: the prompt on stdin, files and session by environment.',
  },
  'AGENT-lines': {
    source: agents,
    text: 'Progress, links, cost, result and session are JSON lines in FLEET_COMMANDS_FILE, read while the program runs.',
  },
  'AGENT-stdout': {
    source: agents,
    text: 'What an agent program prints is output and nothing else.',
  },
  'AGENT-question': {
    source: agents,
    text: 'A line ask makes the job wait for a person.',
  },
  'AGENT-resume': {
    source: agents,
    text: 'The answer starts resume with the same session: the one that the program named, else the one that it was given.',
  },
  'AGENT-resume-none': {
    source: agents,
    text: 'Where there is no resume the answer starts command again, with question and answer in the prompt.',
  },
  'AGENT-shell-file': {
    source: agents,
    text: 'A shell skill may use the commands file too, beside ::progress.',
  },
  'AGENT-bad-lines': {
    source: agents,
    text: 'A line that is not valid is skipped and named in the stderr of the job; the job says that there is one.',
  },
  'AGENT-bad-end': {
    source: agents,
    text: 'A line that is not valid and was to ask, to fail, or to say that the task was not done fails the job, unless a valid one comes after it.',
  },
  'AGENT-file-bounds': {
    source: agents,
    text: 'A link, a pipe or nothing in the place of the commands file is refused, and fails a job that ended with 0.',
  },
  'AGENT-file-end': {
    source: agents,
    text: 'Behind the first MiB of the commands file a question, the end and the session count, up to 64 MiB; a job that ended with 0 fails where there is more, unless it asked or said before that it was not done.',
  },
  'AGENT-end': {
    source: agents,
    text: 'An exit code other than 0 fails the job whatever the file says; fail in the file says why.',
  },
  'AGENT-user': {
    source: agents,
    text: 'The program runs as the user and within the limits of shell skills, in the home of that user.',
  },
  'AGENT-ready': {
    source: agents,
    text: 'A runner whose program cannot be found is not ready, and says which; one without a program is ready only where a skill has a script, and the check programs names the skills that nothing runs.',
  },
  'AGENT-secrets': {
    source: agents,
    text: 'The program gets the secrets that fleet.yaml names for it, scrubbed from what is kept; a tested skill gets none.',
  },
  'AGENT-guide': {
    source: agents,
    text: 'docs/agents.md shows a machine whose agent is a command-line agent that people have, and says what was not run.',
  },
  'AGENT-settings': {
    source: agents,
    text: 'runners is checked as the rest of fleet.yaml is, by line and member.',
  },
  'AGENT-policy': {
    source: agents,
    text: 'The programs of runners, and their secrets, are part of the policy and cannot be changed through the service.',
  },
  'MACHINE-secrets-file': {
    source: 'issue 13: files that are replaced',
    text: 'state/secrets.json as its owner has it is added to and never lost: what cannot be read stays, no job runs without its secrets, and a link, the rights, and what is saved meanwhile stay.',
  },
  'MACHINE-skill-rights': {
    source: 'issue 13: files that are replaced',
    text: 'A SKILL.md that save_skill replaces keeps its mode, owner and group.',
  },
  'MACHINE-linked-folder': {
    source: 'issue 13: Deliver 1',
    text: 'A link in the place of the folder of a skill is a broken skill: listed with why, and neither read, run, saved to nor given away.',
  },
  'MACHINE-log-harmless': {
    source: 'attack: foreign text in files',
    text: "A line of a machine's log has no control character, no invisible one and at most 4,000 characters.",
    charsMax: 4_000,
  },
  'MACHINE-commands-kept': {
    source: 'attack: what grows',
    text: 'A command is kept by its id for a day after its result was acknowledged, and no longer while the machine runs.',
  },
  'MACHINE-results-in-turn': {
    source: 'attack: what grows',
    text: 'A sync of a machine names at most 200 commands, results or jobs; what an earlier process left beyond these is told by the next ones.',
  },
  'MACHINE-owner-file': {
    source: 'attack: files that others change',
    text: "config.patch changes the owner's fleet.yaml where a link has it, with its rights, and undoes nothing that is saved until the new one is on the disk.",
  },
  'MACHINE-policy-anchors': {
    source: 'attack: anchors of YAML',
    text: 'config.patch is refused where a setting of the policy has another value after it, also one that it repeats by an alias.',
  },
  'WIRE-svix-headers': {
    source: firstHour,
    text: 'svix-id, svix-timestamp and svix-signature are taken for the headers of Standard Webhooks where none of those is there.',
  },
  'FIRST-broken-skill': {
    source: firstHour,
    text: 'Why a skill does not load, with the line: in the terminal of the machine, list_skills, run_skill and the health check.',
  },
  'FIRST-changes': {
    source: firstHour,
    text: 'A changed skill is reported at once, also where an editor replaces its file.',
  },
  'FIRST-terminal': {
    source: firstHour,
    text: 'The terminal of the machine shows its log: jobs, commands, what changed; without what would steer a terminal.',
  },
  'FIRST-machine-init': {
    source: firstHour,
    text: 'fleet machine init writes fleet.yaml with every setting and a skill that runs, keeps what is there, and says what to type next.',
  },
  'FIRST-machine-token': {
    source: firstHour,
    text: 'pair --token-out writes the token for its user alone, fleet machine finds it in its folder, and says who else can read it and that jobs run as root.',
  },
  'FIRST-help-skills': {
    source: firstHour,
    text: 'fleet help skills has the file, what starts it, signatures, filters, its environment and what it gives back.',
  },
  'FIRST-observe': {
    source: firstHour,
    text: 'The refusal of observe names mode: control in fleet.yaml.',
  },
} as const satisfies Section;
