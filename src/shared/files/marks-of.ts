import { type FileMark, fileMarkSchema } from './file-mark.ts';
import { fileMarks } from './file-marks.ts';

const rules = fileMarkSchema.options.map((mark) => {
  const { names, except = [] } = fileMarks[mark];
  return { mark, names: matcherOf(names), except: matcherOf(except) };
});

/**
 * Returns the reasons for a second look at a change of a file, the gravest first; none for most files.
 * `paths` are the names it goes by, with `/` or `\` between folders. Names are compared as any supported
 * system would: ignoring case, Unicode form, and the characters that Macs and Windows ignore in a name.
 */
export function marksOf(...paths: string[]): FileMark[] {
  const plain = paths.map(plainPath);
  return rules
    .filter(({ names, except }) => plain.some((path) => names.test(path) && !except.test(path)))
    .map(({ mark }) => mark);
}

/** A path in the letters of the registry, without what a file system may overlook. */
function plainPath(path: string): string {
  return path
    .split(/[/\\]/)
    .map(plainName)
    .filter((name) => name !== '')
    .join('/');
}

/** Long and short forms of a letter, such as `ſ` and `s`, are one to a file system that folds letters. */
function plainName(name: string): string {
  return name
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
    .toUpperCase()
    .toLowerCase();
}

function matcherOf(names: readonly string[]): RegExp {
  const patterns = names.map((name) => {
    const pattern = name.replaceAll(/[.*]/g, (sign) => (sign === '*' ? '[^/]*' : '\\.'));
    return name.endsWith('/') ? pattern : `${pattern}$`;
  });
  // Without any name it matches nothing.
  return new RegExp(`(?:^|/)(?:${patterns.length === 0 ? '(?!)' : patterns.join('|')})`);
}
