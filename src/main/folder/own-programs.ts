import { delimiter, isAbsolute } from 'node:path';

const ofPackages = /[\\/]node_modules[\\/]/;

/**
 * Returns an environment in which programs are looked up in whole paths alone, and not among the packages of a folder: an
 * entry that is empty or relative, or that npm put there when it started Parley, would have a folder's own files run in
 * their place.
 */
export function withOwnPrograms(env: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(env).map(([name, value]) => {
      if (value === undefined || !/^path$/i.test(name)) return [name, value];
      const whole = value.split(delimiter).filter((entry) => isAbsolute(entry) && !ofPackages.test(entry));
      // Of no entry at all systems make the folder itself.
      return [name, whole.join(delimiter) || '/'];
    }),
  );
}
