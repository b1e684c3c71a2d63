import type { Plugin } from 'vite';

/**
 * Importing `node:process` makes Node read every property of the process, which also opens its standard streams and
 * takes as long as loading a small module. A library that imports it gets the global instead.
 */
export const processAsItIs: Plugin = {
  name: 'process-as-it-is',
  enforce: 'pre',
  resolveId: (source) => (source === 'node:process' ? '\0process' : null),
  load: (id) => (id === '\0process' ? 'export default globalThis.process;' : null),
};
