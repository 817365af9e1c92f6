/**
 * Options of V8 that make a process smaller which is idle nearly always, and no call dearer: what is
 * compiled and collected beside the calls takes memory that V8 does not give back.
 */
const FLAGS = [
  // The one WebAssembly is undici's parser. To compile it again, for speed, takes 10 MB.
  '--no-wasm-tier-up',
  '--no-wasm-dynamic-tiering',
  // What calls have in common is compiled for speed once, and sooner, and not for some speed before: 10 MB more.
  '--no-maglev',
  '--invocation-count-for-turbofan=300',
  // Four threads would be woken to collect a few MiB.
  '--no-parallel-scavenge',
];

/** What the first call loads. */
const LOADED_FIRST = ['node:crypto', 'node:fs/promises'];

/**
 * Has V8 compile and collect with less memory and fewer threads. It is called before the first
 * connection, since the parser of responses is compiled with that, and as late as can be: V8 takes no
 * cached code that was compiled with other options, so that what is loaded later is compiled anew.
 */
export function limitCompilers(loadBuiltin: NodeJS.Process['getBuiltinModule']): void {
  for (const name of LOADED_FIRST) loadBuiltin(name);
  const { setFlagsFromString } = loadBuiltin('node:v8');
  for (const flag of FLAGS) setFlagsFromString(flag);
}
