import { fileURLToPath } from 'node:url';

/**
 * The folder in which Node.js keeps what it compiled, for programs that tests start with an environment of their own.
 * That of `parley` itself would lie among the sources.
 */
export const compileCache = fileURLToPath(new URL('../../.cache/compile', import.meta.url));
