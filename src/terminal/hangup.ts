/**
 * Ends the program as SIGTERM does when its terminal is closed (SIGHUP): what it runs is stopped and told,
 * and not left behind.
 */
export function endWithTerminal(): void {
  process.once('SIGHUP', () => process.emit('SIGTERM'));
}
