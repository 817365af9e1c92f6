const INTERRUPTED = 130;

/**
 * Ends the process with this exit code. With that of Ctrl-C it ends by the signal itself, which a shell
 * shows as the same code: around a program that took Ctrl-C for itself and exited, a loop would go on.
 */
export function endProcess(exitCode: number): never {
  if (exitCode === INTERRUPTED) {
    process.removeAllListeners('SIGINT');
    process.kill(process.pid, 'SIGINT');
  }
  process.exit(exitCode);
}
