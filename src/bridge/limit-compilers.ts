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

/**
 * Has V8 compile and collect with less memory and fewer threads. It is called before the first
 * connection, since the parser of responses is compiled with that.
 */
export function limitCompilers({ setFlagsFromString }: typeof import('node:v8')): void {
  for (const flag of FLAGS) setFlagsFromString(flag);
}
