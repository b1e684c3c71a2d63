import { registerHooks } from 'node:module';

/**
 * For `node --import`: prints the address of every module that the process loads to standard error, marked, so
 * that a test can tell these lines from the process's own.
 */
registerHooks({
  load(url, context, next) {
    process.stderr.write(`loads ${url}\n`);
    return next(url, context);
  },
});
