import type { Host } from '../host.ts';
import { endRun, failure } from './end-run.ts';
import { runProgram } from './run-program.ts';
import type { RunSkill } from './runner.ts';
import { firstShellBlock } from './shell-syntax.ts';

/**
 * Runs the first `sh` block of a skill's instructions in `/bin/sh`: the payload on stdin and at
 * `$FLEET_PAYLOAD_FILE`, the result taken from `$FLEET_RESULT_FILE`, else from the last lines. Where
 * it asked a person, the answer starts it again.
 */
export function createShellRunner(host: Host): RunSkill {
  return async (run) => {
    const script = firstShellBlock(run.skill.instructions);
    if (script === undefined) {
      return failure('no_script', 'the instructions have no fenced block that starts with ```sh');
    }
    await run.files.write('script', script);
    const ended = await runProgram(host, run, {
      words: (place) => ['/bin/sh', place.script],
      input: run.payload,
      hasProgressLines: true,
      usesHome: false,
    });
    return await endRun(run, ended);
  };
}
