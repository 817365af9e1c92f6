import type { Section } from './entry.ts';
import { EXIT_CODES } from './exit-codes.ts';
import { OPERATION_FLAGS } from './operation-flags.ts';
import { OUTPUT } from './output.ts';

/** The program `fleet` by `interface.md`: its commands, flags, output and exit codes. */
export const INTERFACE = {
  ...OPERATION_FLAGS,
  ...OUTPUT,
  ...EXIT_CODES,
  'UI-status': {
    source: 'interface: Commands',
    text: 'fleet status: one screen of who waits, what fails, what is away, what runs; every line ends in a command to paste; JSON in a pipe, with -o table the screen.',
  },
  'UI-cloud-list': {
    source: 'interface: Commands',
    text: 'fleet cloud lists the operations: class, scope, whether this key has it.',
  },
  'UI-cloud-names': {
    source: 'interface: Commands',
    text: 'snake_case and kebab-case names of an operation both work.',
  },
  'UI-cloud-refresh': {
    source: 'interface: Commands',
    text: 'fleet cloud refresh fetches the catalogue now.',
  },
  'UI-op-prefix': {
    source: 'interface: Commands',
    text: 'An operation named like one of our words is reached as op:<name>.',
  },
  'UI-help-topics': {
    source: 'interface: Commands',
    text: 'fleet help has these topics.',
    topics: ['exit-codes', 'environment', 'output', 'input', 'secrets', 'skills', 'server'],
  },
  'UI-job-answer': {
    source: 'interface: Commands',
    text: 'fleet job answer sends options as such and as the text of answer, before --text; --edit.',
  },
  'UI-follow-answered': {
    source: 'issue 13: Deliver 4',
    text: 'A follow ends as soon as the job has, also where its record still has the question that was answered.',
  },
  'UI-follow-output': {
    source: 'interface: Commands',
    text: 'Stretches of live output are joined by the longest overlap, and a gap is marked.',
  },
  'UI-follow-output-late': {
    source: 'interface: Commands',
    text: 'Where a job is followed that has written before, what it wrote until then is not told at its end.',
  },
  'UI-follow-output-again': {
    source:
      'review: of an output that begins and ends alike all between was dropped without a word',
    text: 'Where the little that was seen of an output may stand in it more than once, nothing behind its first place is left out at the end, and a gap is told where the machine has only a part.',
  },
  'UI-follow-output-unseen': {
    source:
      'review: a job that was over before its first piece was seen seemed to have written nothing',
    text: 'Where nothing of the output was seen, events tell at the end what the machine keeps of it, or that it is missing.',
  },
  'UI-follow-output-shared': {
    source:
      'review: a follower was silent while somebody else looked at the other stream of the job',
    text: 'Where the service shows the other stream of a job, a follower asks for its own again, each minute at most in the long run, and says once on stderr that it comes late.',
  },
  'UI-follow-unanswered': {
    source: 'review: what was last heard of a job was shown as how it stands',
    text: 'While the service does not answer, whoever follows a job reads that.',
  },
  'UI-follow-live': {
    source: 'interface: Commands',
    text: 'fleet job follow: live state, step and output; asks there and then on a terminal.',
  },
  'UI-inbox': {
    source: 'interface: Commands',
    text: 'fleet inbox: on a terminal pick, read, answer, oldest first; elsewhere the list.',
  },
  'UI-answer-refused': {
    source: 'interface: Commands',
    text: 'An answer that its machine does not take is told as failed, with why and what was written.',
    exit: 9,
  },
  'UI-logs': {
    source: 'interface: Commands',
    text: 'fleet job logs and fleet logs print plain text, newest last, with --follow as it comes.',
  },
  'UI-logs-missing': {
    source: 'interface: Exit codes',
    text: 'A log that a machine did not send is a failure (9), or pending (8), and never an empty log with exit code 0.',
  },
  'UI-list-in-part': {
    source: 'review: a script took the first waiting jobs of a status for all of them',
    text: 'Of which lists a status has a part, stderr says with the command that lists all, where a program reads it, unless --quiet.',
  },
  'UI-file-in-part': {
    source: 'review: the end of a file went to another one as if it were the whole',
    text: 'Where a file came in part and what is printed does not show it, stderr says which part is missing, unless --quiet.',
  },
  'UI-not-what-was-asked': {
    source: 'interface: Exit codes',
    text: 'Where a response has no job or no list, or another job than the one that was asked for, nothing ends with 0: a follow goes on until its time is over (8), what needs a list or a status ends with 7, also where it comes beside an error. An end without an id is none (7).',
  },
  'UI-not-an-answer': {
    source: 'interface: Exit codes',
    text: 'Where something sets work going and its end is waited for, a response of status 200 counts as the answer only where it says something of that work: no empty one but 204 to what acts, no text, no list without a record, no problem; of what starts a job or sends a command one that names it. Else it ends with 7, as what may have run; so does an action that got a problem, or nothing where its work is to be named, waited for or not. What it names and does not end is followed.',
  },
  'UI-job-not-named': {
    source: 'interface: Exit codes',
    text: 'The end of the command of run_skill, test_skill or replay_job is not that of the job: where it is done and names no job, following it ends with 7. An error beside succeeded is no success.',
  },
  'UI-each-selector': {
    source: 'interface: Commands',
    text: 'fleet each needs a selector: globs on name or id, names from stdin, conditions; targets are frozen as ids.',
  },
  'UI-each-glob': {
    source: 'interface: Commands',
    text: 'The globs of fleet each fit what they fit in bash ([!…], {8..12}, !(…)); a range that cannot be read and a condition without a value are refused before anything is sent.',
  },
  'UI-each-once': {
    source: 'interface: Commands',
    text: 'fleet each sends to a machine at most once and tells whether it was sent: yes, no or unknown.',
  },
  'UI-all-reads': {
    source: 'interface: Output',
    text: '--all is refused with an operation that acts: it would be sent once for each page.',
    exitCode: 2,
  },
  'UI-each-retry': {
    source: 'interface: Commands',
    text: '--retry-from repeats what the jsonl of an earlier run says was surely not sent, or refused by the service, once.',
  },
  'UI-each-retry-part': {
    source: 'interface: Commands',
    text: '--retry-from with a narrower selector takes on what it sends, and tells how many machines of the file are left.',
    exitCode: 6,
  },
  'UI-each-retry-killed': {
    source: 'interface: Commands',
    text: '--retry-from leaves alone, names and ends with this code for the machines of a killed run of which the file says nothing.',
    exitCode: 6,
  },
  'UI-each-retry-copy': {
    source: 'interface: Commands',
    text: 'A line of fleet each names its run and how many machines that has: --retry-from ends with this code where a run of the file, also of a copy elsewhere, has fewer, and says how many.',
    exitCode: 6,
  },
  'UI-each-retry-no-answer': {
    source: 'interface: Commands',
    text: '--retry-from leaves alone, names and ends with this code for the machines of which the file says that nobody knows whether it was sent, and no line that it was.',
    exitCode: 6,
  },
  'UI-each-query': {
    source: 'interface: Output',
    text: 'A row of fleet each that the query does not fit is told on stderr and ends with this code; the operation is sent to every machine all the same.',
    exitCode: 1,
  },
  'UI-each-retry-stopped': {
    source: 'interface: Commands',
    text: 'What a run took on before it was stopped or killed, and of which no line of the file tells since, is never sent: it is named, and ends --retry-from with this code.',
    exitCode: 6,
  },
  'UI-each-retry-cut': {
    source: 'interface: Commands',
    text: 'Where the file was cut or changed after a run into it was killed, the machines of that run are left alone and named unless the file says that something was sent to them.',
    exitCode: 6,
  },
  'UI-each-retry-late': {
    source: 'interface: Commands',
    text: 'A row around lines of runs, as a pipe (tee -a) leaves that goes on writing after them, is read by --retry-from as one; other broken lines are refused with this code.',
    exitCode: 2,
  },
  'UI-look-again': {
    source: 'interface: Confirmation',
    text: 'What is sent for what a person or a plan saw is sent only while that is so, also with another try after a 429 or a refused connection.',
  },
  'UI-answer-one-question': {
    source: 'interface: Confirmation',
    text: 'An answer names no question: it goes to the one that the job asked before the first try, and to no other with another try (question_changed, nothing sent).',
    exit: 11,
  },
  'UI-answer-match-question': {
    source: 'interface: Commands',
    text: 'job answer --match-question TEXT sends only while the text of the question is TEXT, or begins with it where TEXT ends in … or ..., white space folded, or does so without the characters that a shell may act on; else question_changed, with what is asked now, and nothing sent.',
    exit: 11,
  },
  'UI-answer-not-saved': {
    source: 'interface: Commands',
    text: 'With --edit nothing is sent where the editor was left without saving, also with an option or --text; what was saved as it stood there is sent.',
    exit: 3,
  },
  'UI-answer-told': {
    source: 'interface: Commands',
    text: 'An answer that was sent is told on stderr with the question it went to, in a line; not with --quiet.',
  },
  'UI-answer-command': {
    source: 'interface: Commands',
    text: 'The command that answers a job has --match-question with the question, of a long one its beginning and ..., without the characters that a shell may act on.',
  },
  'UI-each-retry-unknown': {
    source: 'interface: Commands',
    text: '--retry-from is refused where the state folder cannot tell whether the earlier run goes on.',
  },
  'UI-each-rate': {
    source: 'interface: Commands',
    text: 'fleet each stays within the rate limit of a key, and tells a wait that the service asks for on stderr.',
    requestsPerMinute: 540,
  },
  'UI-each-interrupt': {
    source: 'interface: Commands',
    text: 'Ctrl-C ends fleet each; what was not sent is told as such.',
  },
  'UI-each-reader': {
    source: 'interface: Commands',
    text: 'fleet each and fleet skill push go on where the reader of stdout has gone; stderr and the exit code tell what became of it.',
  },
  'UI-each-confirm': {
    source: 'interface: Confirmation',
    text: 'fleet each is confirmed once, with the list of the machines.',
  },
  'UI-each-rows': {
    source: 'interface: Commands',
    text: 'fleet each: a line per machine as it ends and a summary; with jsonl an object per machine.',
  },
  'UI-watch': {
    source: 'interface: Commands',
    text: 'fleet watch keeps a list up to date; --until is 0 when reached, 8 at --follow-timeout, 7 where the service does not answer then; idle is refused (2) for what is no list of jobs; a skill that no machine has, and no job had, is not found (6).',
    everySeconds: 5,
  },
  'UI-completion': {
    source: 'interface: Commands',
    text: 'Completion scripts that complete in their shells.',
    shells: ['bash', 'zsh', 'fish', 'powershell'],
  },
  'UI-interrupt': {
    source: 'issue 13: Deliver 1',
    text: 'Ctrl-C ends every wait at once: for a connection, a proxy, a response, a page, a rate limit, the keychain, a drawing, a reader.',
  },
  'UI-end-at-once': {
    source: 'issue 13: Deliver 1',
    text: 'Nothing holds up the end of the program: where a name is still being looked up, it ends once the failure of --timeout is told, at SIGTERM and at Ctrl-C.',
  },
} as const satisfies Section;
