/** What a terminal would act on, and what nobody sees; some of it makes a text look like another one. */
const UNSEEN = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Surrogate}\u2028\u2029\ufff9-\ufffb]/gu;

/** One harmless line of what a machine or an agent wrote, for the messages and forms of a task. */
export function cleanLine(text: string): string {
  return text.replace(/\r\n|[\t\n\v\f\r\u0085\u2028\u2029]/g, ' ').replace(UNSEEN, '');
}
