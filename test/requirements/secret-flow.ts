import type { Section } from './entry.ts';

/** Secrets on their way from a machine to where they are used. */
export const SECRET_FLOW = {
  'UI-secret-one-sink': {
    source: 'interface: Secrets',
    text: 'Exactly one sink, opened and checked before the machine is asked.',
  },
  'UI-secret-stdout': {
    source: 'interface: Secrets',
    text: '--stdout, refused on a terminal without --show; at most once.',
  },
  'UI-secret-child': {
    source: 'interface: Secrets',
    text: 'A child gets NAME in its environment, its exit code is passed on.',
    cannotStart: [126, 127],
  },
  'UI-secret-child-reads': {
    source: 'attack: a variable that the outer shell filled in',
    text: 'Of a command none of whose arguments has the variable a person reads that the value is in its environment.',
  },
  'UI-secret-child-old-value': {
    source: 'attack: rotating secrets',
    text: 'A command with the value that NAME has now among its arguments is refused (2) before the machine is asked: the shell has put it there. Where NAME has no value, so is an argument that is empty or has a gap (value=, Bearer , user:).',
    exit: 2,
  },
  'UI-secret-child-interrupted': {
    source: 'attack: signals before the command',
    text: 'A signal before the command starts: it is not started, the value stays in the journal, exit 130 or 143.',
  },
  'UI-secret-expired-told': {
    source: 'attack: rotating secrets',
    text: 'Whatever call wipes an entry that expired unclaimed says so, unless it was told to.',
  },
  'UI-secret-file': {
    source: 'interface: Secrets',
    text: '--file: exact bytes, new, 0600, an existing one only with --overwrite; exactly once.',
    mode: 0o600,
  },
  'UI-secret-replaced-value': {
    source:
      'review: secret resume put its value over one that somebody else had written, without a word',
    text: 'A value of an env file that nobody agreed to replace is replaced after a yes at a terminal (new, and resume before anything of it), and else told, also where it came while the machine was waited for.',
  },
  'UI-secret-dotenv': {
    source: 'interface: Secrets',
    text: '--dotenv: one line, quoted so that every reader reads it alike, or exit 11.',
    exit: 11,
  },
  'UI-secret-dotenv-linked': {
    source: 'review: a file that is replaced is no longer what its second name (hard link) is',
    text: '--dotenv refuses a file with another name than those that fleet itself gives it for a moment, before the machine is asked.',
    exit: 11,
  },
  'UI-secret-dotenv-meanwhile': {
    source: 'attack: files that others change',
    text: '--dotenv: what another program saves until the new file is on the disk stays, and fleet secret waits for another one on the same file, whatever its state folder; where it does not end, exit 11.',
    exit: 11,
  },
  'UI-secret-foreign-place': {
    source: 'interface: Secrets',
    text: 'No value goes through a link or into a file that another user put into a shared folder.',
    exit: 11,
  },
  'UI-secret-machine': {
    source: 'interface: Secrets',
    text: 'secret new says which machine answered, by name and id, and asks it by its id.',
  },
  'UI-secret-other-machine': {
    source: 'interface: Secrets',
    text: 'A name that has come to mean another machine is asked about; without a person exit 2, also with --yes; the id accepts.',
    exit: 2,
  },
  'UI-secret-unlike-machine': {
    source: 'attack: responses about machines',
    text: 'A name that is neither id, name nor hostname of the machine that answers is asked about as one that has come to mean another; where the service no longer tells the id of a known name, exit 7 and nothing asked.',
    exit: [2, 7],
  },
  'UI-secret-usable-ids': {
    source: 'attack: responses about machines',
    text: 'An id of the service that cannot be part of a path is refused (exit 7) before it is one; that of a command leaves the entry, which resume finds by its request id.',
    exit: 7,
  },
  'UI-secret-empty': {
    source: 'attack: empty secrets',
    text: 'An empty value reaches no sink: exit 9, and nothing is left.',
    exit: 9,
  },
  'UI-secret-command-id': {
    source: 'interface: Secrets',
    text: 'resume and discard take the id of the entry or of its command.',
  },
  'UI-secret-first-version': {
    source: 'interface: Secrets',
    text: 'Entries that the first version wrote are listed, resumed and discarded.',
  },
  'UI-secret-unread-claim': {
    source: 'attack: responses to claims',
    text: 'Where a response to a claim that may have had the value could not be read, the failure says that the value may be lost, and the entry stays.',
  },
  'UI-secret-journal-refused': {
    source: 'attack: a disk that refuses',
    text: 'Before anything is sent, a file of the journal that cannot be made is told with its path and why (not_written, exit 1); a folder that cannot be closed after its sync fails nothing.',
    exit: 1,
  },
  'UI-secret-journal': {
    source: 'interface: Secrets',
    text: 'The journal is 0600; list, resume and discard; expired entries are wiped, and of the one to resume the service decides.',
    mode: 0o600,
  },
  'UI-secret-newer-value': {
    source: 'attack: rotating secrets',
    text: 'An older value does not go out once a newer one of the same name has come to the same journal, unless a person says yes or names another file (--file): exit 2 without one, also where its process waited all the time, and where a command, stdout or an env file is named.',
    exit: 2,
  },
  'UI-secret-same-time': {
    source: 'attack: rotating secrets',
    text: 'A request is older than another only where its response came before that was sent (where it was lost: by when both were asked for). Of one that overlapped, and of a later one that waits, is told, and both values go out.',
  },
  'UI-secret-unlockable': {
    source: 'attack: file systems without locks',
    text: '--dotenv where no lock can be taken beside the file is refused before the machine is asked.',
  },
  'UI-secret-folder-unneeded': {
    source: 'attack: a disk that does not answer',
    text: 'What expired or is over is wiped without a look at the folder that it was for, but where the look at its sink may have been cut off.',
  },
  'UI-secret-force': {
    source: 'interface: Secrets',
    text: '--force replaces a secret and is confirmed like a destructive operation.',
  },
  'UI-secret-crash': {
    source: 'interface: Secrets',
    text: 'Killed anywhere: nothing is lost that the protocol lets one keep, nothing doubled or left.',
  },
  'UI-secret-interrupt': {
    source: 'attack: signals in a pause',
    text: 'Of fleet secret nothing is sent after Ctrl-C or SIGTERM; only what is on its way is waited for. What was refused leaves nothing, a claim that was not sent is resumed.',
  },
  'UI-secret-wait-told': {
    source: 'attack: a service that keeps silent',
    text: 'At the first Ctrl-C while a request or claim of fleet secret is on its way, it says that it waits for the response, and the entry that stays after a second one.',
  },
  'UI-secret-not-offered': {
    source: 'interface: Secrets',
    text: 'fleet cloud and MCP never offer the flow: no secret passes through a model.',
  },
  'UI-secret-help': {
    source: 'interface: Secrets',
    text: 'fleet help secrets says what is protected against what, and what is not.',
  },
} as const satisfies Section;
