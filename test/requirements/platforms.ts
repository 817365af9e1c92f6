import type { Section } from './entry.ts';

const source = 'issue 17: Deliver 7';

/** What differs between Linux, macOS and Windows; a test gives the platform. */
export const PLATFORMS = {
  'PLATFORM-parameter': {
    source,
    text: 'Node is asked for the system in one file; systems are told apart in a few folders, a kind each.',
  },
  'PLATFORM-paths': {
    source,
    text: 'Folders of settings, cache and state, and the home, on each system; the start asks for the same cache.',
  },
  'PLATFORM-names': {
    source,
    text: 'No file gets a name that the system takes for another one: a device of Windows, a dot at the end, two names that differ by case alone.',
    devices: ['con', 'prn', 'aux', 'nul', 'com1', 'lpt9'],
  },
  'PLATFORM-quoting': {
    source,
    text: 'A word to paste is quoted for the shell of the system, and what a completion offers for its shell.',
  },
  'PLATFORM-programs': {
    source,
    text: 'On Windows a program is found by PATHEXT and never in the current folder, and a batch file gets its arguments as they are, or is refused.',
  },
  'PLATFORM-signals': {
    source,
    text: 'Ctrl-Break ends as Ctrl-C does; what a console sends to a child as well is not sent again.',
  },
  'PLATFORM-nohup': {
    source: 'issue 13: a closed terminal',
    text: 'What `nohup` has started from a terminal is not ended by SIGHUP, where that is seen: by a stdin that cannot be read (GNU nohup), by what bash and zsh call it, and on Linux by what its parent ignores.',
  },
  'PLATFORM-private': {
    source,
    text: 'Where a mode does not keep others out, the program says so: Windows, outside of the profile of the user.',
  },
  'PLATFORM-no-modes': {
    source: 'attack: file systems that ignore chmod',
    text: 'Where a file system keeps no modes and says nothing, a person reads that others can read a secret there: of --file, --dotenv and the private key in the journal before the machine is asked, of a key of auth login and of --token-out once it is written.',
  },
  'PLATFORM-access-list': {
    source: 'issue 13: files that are replaced',
    text: 'An env file, the file of --overwrite, a configuration of an assistant, fleet.yaml or the secrets of a machine is not replaced where it has an access list beside its mode (on Linux one that its mode does not mask for all), and gets none of its folder by which others could read it; a SKILL.md with a list is not replaced by one without. The words name the file and what to do, before a machine is asked.',
    code: 'access_list',
    exit: 11,
  },
  'PLATFORM-replace': {
    source,
    text: 'A file is replaced on Windows as soon as nobody has it open, tried for half a second; a file is told from another by all bits of its number.',
    tries: 10,
  },
  'PLATFORM-no-groups': {
    source,
    text: 'A machine says what it cannot do on its system: on Windows run programs for jobs, on macOS end those that left their group. The demonstration refuses Windows.',
  },
  'PLATFORM-keychain': {
    source,
    text: 'The process that calls the keychain ends with its caller, by what the system has for it.',
  },
} as const satisfies Section;
