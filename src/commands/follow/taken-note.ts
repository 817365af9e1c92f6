import type { OutputStream, OutputWatch } from '../../flow/live/watch-output.ts';
import type { Runtime } from '../runtime.ts';

/** Says once on stderr, unless `quiet`, that the output comes late while somebody looks at the other stream. */
export function takenNote(
  { stderr }: Pick<Runtime, 'stderr'>,
  { quiet, stream }: { readonly quiet: boolean; readonly stream: OutputStream },
): (output: OutputWatch) => void {
  let isTold = quiet;
  return ({ isTaken }) => {
    if (isTold || !isTaken) return;
    isTold = true;
    const other = stream === 'stdout' ? 'stderr' : 'stdout';
    void stderr.write(
      `Somebody else looks at the ${other} of this job, and the service shows one of the two at a time: its ${stream} comes late.\n`,
    );
  };
}
