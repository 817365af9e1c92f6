/** Large answers on their way: only some are taken in at once, so that memory stays bounded. */
export interface LargeResponses {
  /** For one answer; asked once it has become large. */
  begin(): LargeResponse;
}

export interface LargeResponse {
  /** Undefined where its next part may come, else resolves when it may. */
  held(): Promise<void> | undefined;
  /** It is whole, or will not come any more. */
  end(): void;
}

const AT_ONCE = 4;

/** `isFull` gives a promise while the assistant does not take what it was sent. */
export function createLargeResponses(isFull: () => Promise<void> | undefined): LargeResponses {
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
        held() {
          if (!isRunning && turn === undefined && running < AT_ONCE) start();
          if (isRunning) return isFull();
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
