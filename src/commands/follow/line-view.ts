import { createProgress } from '../../terminal/progress.ts';
import { changeInWords } from '../operation/outcome.ts';
import type { SendContext } from '../operation/send-context.ts';
import { NOT_ANSWERING } from '../service-client.ts';
import { watchForAway } from './away-watch.ts';
import type { FollowView } from './follow-view.ts';

/** A spinner, or a line for each change; the answer follows. */
export function lineView(context: SendContext): FollowView {
  const { call, runtime } = context;
  const progress = createProgress(runtime, call.flags.quiet === true);
  let words = '';
  const away = watchForAway(context, (why) => progress.state(`${words} · ${why}`));
  return {
    looking: {
      observe(change) {
        words = changeInWords(change);
        progress.state(words);
        if (call.flags.quiet !== true) away.see(change.record);
      },
      missed: () => progress.state(NOT_ANSWERING),
    },
    stop() {
      away.stop();
      return progress.stop();
    },
    end: async () => false,
  };
}
