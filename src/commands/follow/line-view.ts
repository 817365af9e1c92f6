import { createProgress } from '../../terminal/progress.ts';
import { changeInWords } from '../operation/outcome.ts';
import type { SendContext } from '../operation/send-context.ts';
import type { FollowView } from './follow-view.ts';

/** A spinner, or a line for each change; the answer follows. */
export function lineView({ call, runtime }: SendContext): FollowView {
  const progress = createProgress(runtime, call.flags.quiet === true);
  return {
    looking: { observe: (change) => progress.state(changeInWords(change)) },
    stop: () => progress.stop(),
    end: async () => false,
  };
}
