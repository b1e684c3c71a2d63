import type { Plugin } from 'vite';

/**
 * An import of `node:process` reads every property of the process, and opens its standard streams with
 * them, which takes as long as a small module. A library that writes so gets the global.
 */
export const processAsItIs: Plugin = {
  name: 'process-as-it-is',
  enforce: 'pre',
  resolveId: (source) => (source === 'node:process' ? '\0process' : null),
  load: (id) => (id === '\0process' ? 'export default globalThis.process;' : null),
};
