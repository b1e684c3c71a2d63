import { errorCode } from '../../shared/thrown-error.ts';

const problems: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'It is not there any more. list_files shows what is.'],
  ['ENOTDIR', 'That path goes through a file. list_files shows what is there.'],
  ['EACCES', 'The system does not allow reading it. Tell the person if you need it.'],
  ['EPERM', 'The system does not allow reading it. Tell the person if you need it.'],
  ['ELOOP', 'That path is a link that leads in a circle or was just changed.'],
  ['ENAMETOOLONG', 'That name is longer than the system allows.'],
  ['EIO', 'The disk could not be read. Try once more, then tell the person.'],
  ['EMFILE', 'Too many files are open just now. Try once more.'],
]);

/** Returns the meaning of a disk failure for a model; undefined for any other error. */
export function diskProblem(error: unknown): string | undefined {
  return problems.get(errorCode(error) ?? '');
}
