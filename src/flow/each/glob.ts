import picomatch from 'picomatch';

// Names are not paths: a star matches every character, `.` and `/` included.
const OPTIONS = { dot: true, bash: true, nonegate: true };

/** Whether a text has a character that stands for others. */
export function isGlob(text: string): boolean {
  return picomatch.scan(text, OPTIONS).isGlob === true;
}

/** Whether a whole text fits the glob. */
export function globMatcher(glob: string): (text: string) => boolean {
  return picomatch(glob, OPTIONS);
}
