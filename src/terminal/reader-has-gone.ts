/** What is told on stderr where the work outlives its reader. */
export const READER_HAS_GONE =
  'Nobody reads stdout any more: what becomes of the rest is told here.';
