/** What shows a list again and again. */
export interface ListView {
  show(answer: unknown, rows: readonly unknown[]): Promise<void>;
  /** Ends it; what is shown stays. */
  stop(): void;
}
