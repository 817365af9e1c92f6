/** What each dispatcher of undici is opened with. */
export const UNDICI_OPTIONS = {
  allowH2: false as const,
  // Not the experimental parser, whatever UNDICI_USE_MILO says.
  useMilo: false as const,
};
