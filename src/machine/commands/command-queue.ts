/** So many commands run at once: as many as a server hands out with one response. */
const RUNNING_MAX = 20;

interface WaitingCommand {
  readonly start: () => void;
  readonly drop: () => void;
}

/** Lets commands begin in the order in which they came, a few at once. */
export class CommandQueue {
  readonly #mayBegin: () => boolean;
  #waiting: WaitingCommand[] = [];
  #running = 0;
  #isStopped = false;

  /** `mayBegin`: whether there is room for what a further command gives. */
  constructor(mayBegin: () => boolean) {
    this.#mayBegin = mayBegin;
  }

  /**
   * Resolves with true when it is the turn of a command, which calls `end` then, and with false where none
   * begins any more.
   */
  turn(): Promise<boolean> {
    if (this.#isStopped) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#waiting.push({ start: () => resolve(true), drop: () => resolve(false) });
      this.next();
    });
  }

  /** A command that had its turn has ended. */
  end(): void {
    this.#running -= 1;
    this.next();
  }

  /** Lets those begin that may by now. */
  next(): void {
    while (this.#running < RUNNING_MAX && this.#waiting.length > 0 && this.#mayBegin()) {
      this.#running += 1;
      this.#waiting.shift()?.start();
    }
  }

  /** Nothing begins any more. */
  stop(): void {
    this.#isStopped = true;
    for (const { drop } of this.#waiting.splice(0)) drop();
  }
}
