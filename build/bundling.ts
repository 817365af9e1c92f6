// How every bundle of ours is made: what stays outside of it, what is left out, what stands in.
import { join } from 'node:path';
import type { InputOptions, Plugin } from 'rolldown';

/** Native code, and what its package loads only where it is installed. */
const OUTSIDE = ['@napi-rs/keyring', 'pg-native'];

/**
 * Modules that oclif core imports for features that are not ours, each with what stands in: plugin
 * discovery on disk, TypeScript projects, spinners, WSL detection. `ejs` is left out for safety as
 * well: no text of a server can ever become a template in a bundle that has no template engine.
 */
const LEFT_OUT: Readonly<Record<string, string>> = {
  ejs: 'export default { render: (text) => text };',
  tinyglobby: 'export const glob = async () => [];',
  minimatch: 'export const minimatch = () => false;',
  lilconfig: 'export const lilconfig = () => ({ search: async () => null });',
  typescript: 'export default {};',
  'cli-spinners': 'export default { dots2: { frames: [""] }, line: { frames: [""] } };',
  'wsl-utils': 'export const isWsl = false; export const powerShellPath = undefined;',
};

/** Its main file finds its parts at run time, which no bundler can follow; its modules do not. */
const ALIAS = { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' };

/** What our connections switch off of undici (`client/transport/undici-connection.ts`): HTTP/2, a second parser. */
const SWITCHED_OFF = /[\\/]undici[\\/]lib[\\/](dispatcher[\\/]client-h2|milo[\\/](no-)?simd)\.js$/;

const leaveOut: Plugin = {
  name: 'leave-out',
  resolveId(source, importer) {
    const byOclif = importer?.includes(join('@oclif', 'core'));
    return byOclif && Object.hasOwn(LEFT_OUT, source) ? `\0${source}` : null;
  },
  load(id) {
    if (SWITCHED_OFF.test(id)) return 'module.exports = undefined;';
    return id.startsWith('\0') ? (LEFT_OUT[id.slice(1)] ?? null) : null;
  },
};

/** Options of the bundler for entries below `root`. */
export function bundling(root: string): InputOptions {
  return {
    cwd: root,
    platform: 'node',
    external: OUTSIDE,
    resolve: { alias: ALIAS },
    plugins: [leaveOut],
    transform: { target: 'node22.19' },
    logLevel: 'warn',
  };
}
