/** Steps of the file system that a test can have refused. */
interface RefusedSteps {
  /** The path that nothing is renamed to. */
  readonly renameTo?: string;
  /** The folder that cannot be listed. */
  readonly listing?: string;
}

/** The environment of a `fleet` for which the system refuses these, with EIO. */
export function refusedSteps(refused: RefusedSteps): Readonly<Record<string, string>> {
  const source = `(${refuse})(${JSON.stringify(refused)});`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

function refuse({ listing, renameTo }: RefusedSteps): void {
  const fs = process.getBuiltinModule('node:fs');
  const { syncBuiltinESMExports } = process.getBuiltinModule('node:module');
  const { promises, renameSync } = fs;
  const { readdir } = promises;
  const facts = { code: 'EIO', syscall: 'test' };
  const refusal = () => Object.assign(new Error('EIO: refused by the test'), facts);
  fs.renameSync = (from, to) => {
    if (to === renameTo) throw refusal();
    renameSync(from, to);
  };
  Object.assign(promises, {
    readdir: (path: string, ...more: []) =>
      path === listing ? Promise.reject(refusal()) : readdir(path, ...more),
  });
  syncBuiltinESMExports();
}
