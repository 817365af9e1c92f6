import { thisPlatform } from '../base/platform.ts';
import { replacesProcesses } from '../base/processes/system-abilities.ts';

/**
 * Becomes the program in the arguments, with the token on stdin and not in the environment, where `token` may be
 * another program's, nor in a trace: bash takes such options from the environment (SHELLOPTS).
 */
const WITH_TOKEN_ON_STDIN = `set +ax
unset token
token=$FLEET_MACHINE_TOKEN
unset FLEET_MACHINE_TOKEN
exec "$@" <<END
$token
END
`;

/**
 * Starts this program again in its own process, with the token on stdin, where the token is in the
 * environment: the system shows the environment that a process started with (/proc/PID/environ) to
 * everything that the same user runs, whatever the process deletes from it. Returns where there is
 * no such token, and on Windows, which shows no environment and cannot replace a process.
 */
export function hideMachineToken(): void {
  const { argv, env, execArgv, execPath } = process;
  if (!replacesProcesses(thisPlatform()) || !process.execve) return;
  if (!env['FLEET_MACHINE_TOKEN']) return;
  const own = [execPath, ...execArgv, ...argv.slice(1), '--token-file', '-'];
  process.execve('/bin/sh', ['sh', '-c', WITH_TOKEN_ON_STDIN, 'sh', ...own], env);
}
