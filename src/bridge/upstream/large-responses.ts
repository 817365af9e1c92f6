/** Bounds how many large responses are received at once, and so the memory for them. */
export interface LargeResponses {
  /** For one response; `paused` is called once it has become large. */
  begin(): LargeResponse;
}

interface LargeResponse {
  /** Undefined where its next part may be read now, else resolves when it may. */
  paused(): Promise<void> | undefined;
  /** The response is complete, or was given up. */
  end(): void;
}

const AT_ONCE = 4;

/** `backpressure` gives a promise while the assistant does not read what it was sent. */
export function createLargeResponses(
  backpressure: () => Promise<void> | undefined,
): LargeResponses {
  const waiting: (() => void)[] = [];
  let running = 0;

  return {
    begin() {
      let isRunning = false;
      let turn: PromiseWithResolvers<void> | undefined;

      const start = (): void => {
        running += 1;
        isRunning = true;
        turn?.resolve();
      };

      return {
        paused() {
          if (!isRunning && turn === undefined && running < AT_ONCE) start();
          if (isRunning) return backpressure();
          if (turn === undefined) {
            turn = Promise.withResolvers();
            waiting.push(start);
          }
          return turn.promise;
        },
        end() {
          if (isRunning) running -= 1;
          else if (turn !== undefined) waiting.splice(waiting.indexOf(start), 1);
          isRunning = false;
          if (running < AT_ONCE) waiting.shift()?.();
        },
      };
    },
  };
}
