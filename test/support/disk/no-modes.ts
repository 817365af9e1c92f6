/**
 * The environment of a `fleet` for which the file systems of these paths keep no modes and say nothing, as NTFS
 * on Linux: every new file whose path begins so is 0777, and stays it.
 */
export function withoutModes(...paths: readonly string[]): Readonly<Record<string, string>> {
  const source = `(${ignoreModes})(${JSON.stringify(paths)});`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(source)}` };
}

function ignoreModes(paths: readonly string[]): void {
  const { promises } = process.getBuiltinModule('node:fs');
  const { syncBuiltinESMExports } = process.getBuiltinModule('node:module');
  const { chmod, open } = promises;
  const isWithout = (path: unknown) => paths.some((start) => String(path).startsWith(start));
  Object.assign(promises, {
    chmod: async (path: string, mode: number) => {
      if (!isWithout(path)) await chmod(path, mode);
    },
    open: async (path: string, flags: string, mode?: number) => {
      const file = await open(path, flags, mode);
      if (flags !== 'wx' || !isWithout(path)) return file;
      await file.chmod(0o777);
      return Object.assign(file, { chmod: async () => undefined });
    },
  });
  syncBuiltinESMExports();
}
