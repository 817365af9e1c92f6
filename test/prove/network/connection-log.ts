/** The format in which nginx writes what `idleTimes` reads. */
export const LOG_FORMAT = "escape=json '$connection $msec $request_time $request_body'";

/**
 * For each request whose body has `mark`, how long its connection was idle before, in milliseconds; undefined
 * for the first request of a connection. Other requests on the connection count as its use.
 */
export function idleTimes(log: string, mark: string): readonly (number | undefined)[] {
  const endOf = new Map<string, number>();
  const idle: (number | undefined)[] = [];
  for (const line of log.split('\n')) {
    const [connection = '', ended, took] = line.split(' ', 3);
    const endMs = Math.round(Number(ended) * 1000);
    const startMs = endMs - Math.round(Number(took) * 1000);
    const before = endOf.get(connection);
    if (line.includes(mark)) idle.push(before === undefined ? undefined : startMs - before);
    endOf.set(connection, endMs);
  }
  return idle;
}
