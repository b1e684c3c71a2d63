/**
 * The kinds of values that a prefix covers, each by its letters alone. None begins with a dash, so that no option
 * hides behind one whose value was not counted.
 */
const kinds = {
  /** Words of a command that no prefix covers. */
  any: () => true,
  /** Words that a program keeps, prints or looks for. */
  text: () => true,
  number: (value) => /^\d+$/.test(value),
  /** A file or folder that lies in the command's own folder, links aside. */
  path: staysInside,
  /** A path with a test of it behind: `a_test.py::test_one[1]`, `a_spec.rb:12`. */
  test: (value) => staysInside(value.replace(/(?:::[^/\\]*|(?::\d+)+)$/, '')),
  /** A branch, package, service and the like; not a path that leaves the folder, not an address. */
  name: (value) => /^[A-Za-z0-9_][\w.,@/+-]*$/.test(value) && !hasParent(value),
  /** A word of letters and digits. */
  word: (value) => /^[A-Za-z0-9_][\w-]*$/.test(value),
  /** A name of a configured remote: git takes any other word for the path of a repository. */
  remote: (value) => /^[A-Za-z0-9_][\w.-]*$/.test(value),
  /** Commits, ranges of them, a file in one, or a path: `main..topic`, `HEAD:src/a.ts`, `src/a.ts`. */
  revision: (value) => /^[^\s:/\\~+@=][^\s:\\=]*(?::[^\s:/\\~][^\s:\\]*)?$/.test(value) && !hasParent(value),
  /** The registry's name of a package, with a version. */
  package: (value) => /^(?:@[\w-][\w.-]*\/)?[A-Za-z0-9_][\w.-]*(?:@[\w.-]+)?$/.test(value),
  /** `owner/name` of a repository at the host that is set up. */
  repository: (value) => /^[\w-][\w.-]*\/[\w-][\w.-]*$/.test(value),
  /** A script or target that the folder's own files define. */
  script: (value) => /^[A-Za-z][\w:.-]*$/.test(value),
  /** A script by one of the usual names: where there is none, some package managers run a program of the name. */
  'usual-script': (value) =>
    /^(?:test|tests|lint|build|check|checks|format|fmt|typecheck|type-check|types|dev|start|serve|preview|clean|e2e|unit|coverage|docs|storybook|verify|validate|ci)(?:[:.-][\w:.-]*)?$/.test(
      value,
    ),
  /** A filter of `jq` that loads no module and prints no variable of the environment. */
  'jq-filter': (value) =>
    !/\b(?:import|include|env|ENV|input_filename|get_search_list|modulemeta)\b/.test(value),
  /** A script of `sed` that prints lines by their numbers: `1,20p`. */
  'sed-lines': (value) => /^(?:\d+|\$)(?:,(?:\d+|\$))?p(?:;(?:\d+|\$)(?:,(?:\d+|\$))?p)*$/.test(value),
  /** Packages of Go: a path in the folder, with all below it. */
  'go-packages': (value) => staysInside(value) && !value.includes('@'),
} satisfies Record<string, (value: string) => boolean>;

const byName: ReadonlyMap<string, (value: string) => boolean> = new Map(Object.entries(kinds));

/** True for a value of a kind, or, where `kind` is none, of the list that it then is: `dot|spec`. */
export function isOfKind(value: string, kind: string): boolean {
  if (value === '' || value.startsWith('-')) return false;
  return byName.get(kind)?.(value) ?? kind.split('|').includes(value);
}

/** True for a kind of values that a program may take for files. */
export function mayBePath(kind: string): boolean {
  return ['path', 'test', 'revision', 'name', 'go-packages'].includes(kind);
}

/** Of the first letters `@` is a file of further words, `+` an option of older programs, `~` somebody's home. */
function staysInside(value: string): boolean {
  return value !== '' && !/^[-@~/+]|[\\:=\p{Cc}]/u.test(value) && !hasParent(value);
}

function hasParent(value: string): boolean {
  return value.split(/[/\\:]/).includes('..');
}
