import { delimiter, isAbsolute } from 'node:path';

const ofPackages = /[\\/]node_modules[\\/]/;

/**
 * Returns an environment whose path has absolute folders only, without those that npm adds: an empty or relative
 * entry would run a folder's own files in place of programs.
 */
export function withOwnPrograms(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (value === undefined || !/^path$/i.test(name)) return [name, value];
      const whole = value.split(delimiter).filter((entry) => isAbsolute(entry) && !ofPackages.test(entry));
      // Systems take an empty path for the working directory.
      return [name, whole.join(delimiter) || '/'];
    }),
  );
}
