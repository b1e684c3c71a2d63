import { registerHooks } from 'node:module';

/**
 * For `node --import`: prints the address of every module that the process loads to standard error,
 * marked, so that a test can tell them from what the process says.
 */
registerHooks({
  load(url, context, next) {
    process.stderr.write(`loads ${url}\n`);
    return next(url, context);
  },
});
