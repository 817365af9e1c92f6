import { type SourceFile, walk } from './source.ts';

/** Folders below the commands: a failure has its facts there, and `render/` has the words. */
const WITHOUT_FLAGS = /^src\/(base|bridge|client|contract|flow|machine|profile|sealing|server)\//;

/** Flags of other programs, and of commands that are started, each with why it stands there. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'src/bridge/limit-compilers.ts --invocation-count-for-turbofan': "an option of Node's engine",
  'src/bridge/limit-compilers.ts --no-maglev': "an option of Node's engine",
  'src/bridge/limit-compilers.ts --no-parallel-scavenge': "an option of Node's engine",
  'src/bridge/limit-compilers.ts --no-wasm-dynamic-tiering': "an option of Node's engine",
  'src/bridge/limit-compilers.ts --no-wasm-tier-up': "an option of Node's engine",
  'src/bridge/limit-heap.ts --semi-space-growth-factor': "an option of Node's engine",
  'src/profile/keychain/process-guard.ts --pdeathsig':
    'an option of setpriv, which starts the process',
  'src/server/database/sqlite/reader.ts --disable-warning': "Node's own, for a child process",
};

/** Strings and templates that name a flag where nobody knows how a setting is given. */
export function flagNameFindings(files: readonly SourceFile[]): readonly string[] {
  const found: string[] = [];
  const used = new Set<string>();
  for (const file of files.filter(({ path }) => WITHOUT_FLAGS.test(path))) {
    walk(file.program, ({ type, value, start }) => {
      for (const flag of type === 'Literal' || type === 'TemplateElement' ? flagsIn(value) : []) {
        const place = `${file.path} ${flag}`;
        if (place in EXCEPTIONS) used.add(place);
        else found.push(`${file.path}:${file.lineAt(start)} names ${flag}; ${ADVICE}`);
      }
    });
  }
  return [...found, ...unusedExceptions(files, used)];
}

const ADVICE = 'give the facts (`settingFailure`, an advice step) and let render/ say the words';

/** The flags in the value of a literal, or of the text between the values of a template. */
function flagsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.match(/(?<![\w-])--[a-z][a-z-]*/g) ?? [];
  const part = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : '';
  return String(part).match(/(?<![\w-])--([a-z][a-z-]*|$)/g) ?? [];
}

function unusedExceptions(
  files: readonly SourceFile[],
  used: ReadonlySet<string>,
): readonly string[] {
  const paths = new Set(files.map(({ path }) => path));
  return Object.keys(EXCEPTIONS)
    .filter((place) => paths.has(place.split(' ')[0] ?? '') && !used.has(place))
    .map((place) => `${place} is an exception of test/check/flag-names.ts that is not needed`);
}
