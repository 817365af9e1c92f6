import { existsSync } from 'node:fs';

const SHELL = '/bin/sh';

/**
 * Exits this process with this code, as its own `exit`, and does not wait for a name that is being looked up:
 * Node joins the thread that asks, ten seconds and more where no name server responds, while no signal is
 * heard. Only a signal ends such a thread, and becoming another program, which has an exit code as well.
 */
export function exitAtOnce(exitCode: number, self: NodeJS.Process): never {
  if (self.getActiveResourcesInfo().includes('GetAddrInfoReqWrap') && existsSync(SHELL)) {
    // After all others that listen. Windows has no such call, and waits for no thread.
    self.once('exit', () => self.execve?.(SHELL, ['sh', '-c', `exit ${exitCode}`], {}));
  }
  self.exit(exitCode);
}
