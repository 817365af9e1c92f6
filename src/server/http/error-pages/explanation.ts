/** What a code means and what to do about it, for a person. */
export interface Explanation {
  readonly meaning: string;
  /** Steps, the likeliest first. Text in backticks is code. */
  readonly whatToDo: readonly string[];
}
