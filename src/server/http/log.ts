/** Where the server writes its log; one line is one JSON object. */
export type LogStream = { write(line: string): unknown };

/** Facts of one line. Never bodies, keys, or values of a query. */
export type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

export type Log = (level: 'info' | 'warn' | 'error', event: string, facts?: LogFacts) => void;

/** A log that writes JSON lines to `stream`, or one that is silent without a stream. */
export function createLog(stream: LogStream | undefined, now: () => number): Log {
  if (stream === undefined) return () => {};
  return (level, event, facts) => {
    const line = { time: new Date(now()).toISOString(), level, event, ...facts };
    stream.write(`${JSON.stringify(line)}\n`);
  };
}
