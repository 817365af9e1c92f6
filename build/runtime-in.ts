import type { Plugin } from 'rolldown';

/** The bundler's own functions, in a chunk that every other file of a program loads. */
const RUNTIME = /^chunks\/rolldown-runtime-[\w-]+\.cjs$/;
const LOADED = /require\("\.\/(?:chunks\/)?rolldown-runtime-[\w-]+\.cjs"\)/;

/** Puts that chunk into the program's own file, loaded anyway: to find a file takes longer than to run it. */
export function runtimeIn(entry: string): Plugin {
  return {
    name: 'runtime-in-entry',
    generateBundle(_options, bundle) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const runtime = chunks.find(({ fileName }) => RUNTIME.test(fileName));
      const own = chunks.find(({ fileName }) => fileName === entry);
      if (runtime === undefined || own === undefined || !LOADED.test(own.code)) return;
      own.code = own.code.replace(
        LOADED,
        () => `(exports.bundler=(exports=>{${runtime.code};return exports})({}))`,
      );
      for (const chunk of chunks) {
        if (chunk === own) continue;
        chunk.code = chunk.code.replace(LOADED, `require("../${entry}").bundler`);
      }
      delete bundle[runtime.fileName];
    },
  };
}
