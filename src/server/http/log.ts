/** Where the server writes its log; one line is one JSON object. */
export type LogStream = { write(line: string): unknown };

/** Facts of one line. Never bodies, keys, or values of a query. */
type LogFacts = Readonly<Record<string, string | number | boolean | undefined>>;

const LOG_LEVELS = ['info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export type Log = (level: LogLevel, event: string, facts?: LogFacts) => void;

/** A log that writes JSON lines of the levels to `stream`, or one that is silent without a stream. */
export function createLog(
  stream: LogStream | undefined,
  now: () => number,
  levels: readonly LogLevel[] = LOG_LEVELS,
): Log {
  if (stream === undefined) return () => {};
  return (level, event, facts) => {
    if (!levels.includes(level)) return;
    const line = { time: new Date(now()).toISOString(), level, event, ...facts };
    stream.write(`${JSON.stringify(line)}\n`);
  };
}
