import { shownName } from './workspace-path.ts';
import { errorCode } from '../../shared/thrown-error.ts';

const reasons: ReadonlyMap<string, string> = new Map([
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'there is no room left for this user'],
  ['EACCES', 'the system does not allow it'],
  ['EPERM', 'the system does not allow it'],
  ['EROFS', 'the disk can only be read'],
  ['ENAMETOOLONG', 'its name is too long'],
  ['EMFILE', 'too many files are open'],
  ['ENFILE', 'too many files are open'],
  ['EIO', 'the disk failed'],
  ['EBUSY', 'another program holds it'],
]);

/** Returns a sentence for a model and a person why a file could not be written. */
export function writeProblem(path: string, error: unknown): string {
  const code = errorCode(error) ?? 'an unknown failure';
  return `${shownName(path)} could not be written: ${reasons.get(code) ?? `the system says ${code}`}.`;
}
