/** The coloured languages: the name to show, and other names that a code block may use. */
const languages = {
  bash: ['Shell', 'sh', 'shell', 'zsh', 'console', 'shellscript', 'shellsession'],
  c: ['C', 'h'],
  cpp: ['C++', 'c++', 'cc', 'cxx', 'hpp'],
  csharp: ['C#', 'cs', 'c#'],
  css: ['CSS'],
  dart: ['Dart'],
  diff: ['Diff', 'patch'],
  dockerfile: ['Dockerfile', 'docker'],
  elixir: ['Elixir', 'ex', 'exs'],
  go: ['Go', 'golang'],
  graphql: ['GraphQL', 'gql'],
  haskell: ['Haskell', 'hs'],
  hcl: ['HCL', 'terraform', 'tf'],
  html: ['HTML', 'htm'],
  ini: ['INI', 'properties', 'conf', 'cfg'],
  java: ['Java'],
  javascript: ['JavaScript', 'js', 'mjs', 'cjs', 'node'],
  json: ['JSON'],
  jsonc: ['JSON with comments', 'json5'],
  jsx: ['JSX'],
  kotlin: ['Kotlin', 'kt', 'kts'],
  lua: ['Lua'],
  make: ['Makefile', 'makefile', 'mk'],
  markdown: ['Markdown', 'md', 'mdx'],
  nix: ['Nix'],
  perl: ['Perl', 'pl'],
  php: ['PHP'],
  powershell: ['PowerShell', 'ps1', 'pwsh'],
  proto: ['Protocol Buffers', 'protobuf'],
  python: ['Python', 'py', 'python3'],
  r: ['R'],
  ruby: ['Ruby', 'rb'],
  rust: ['Rust', 'rs'],
  scala: ['Scala'],
  scss: ['SCSS', 'sass'],
  sql: ['SQL', 'sqlite', 'postgresql', 'mysql'],
  svelte: ['Svelte'],
  swift: ['Swift'],
  toml: ['TOML'],
  tsx: ['TSX'],
  typescript: ['TypeScript', 'ts', 'mts', 'cts'],
  vue: ['Vue'],
  xml: ['XML', 'svg', 'plist'],
  yaml: ['YAML', 'yml'],
  zig: ['Zig'],
} as const satisfies Record<string, readonly [name: string, ...aliases: string[]]>;

export type LanguageId = keyof typeof languages;

/** `id` is null where code stays in one colour. */
type CodeLanguage = { id: LanguageId | null; name: string };

/** Returns the language for a name that a code block gives, ignoring case; null for no name. */
export function languageOf(said: string): CodeLanguage | null {
  if (said === '' || /^(text|txt|plain|plaintext)$/i.test(said)) return null;
  const id = ids.find((known) => namesOf(known).includes(said.toLowerCase()));
  return { id: id ?? null, name: id === undefined ? said : languages[id][0] };
}

/** Returns the language of a file by its name; null where its text stays in one colour. */
export function languageOfFile(path: string): LanguageId | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const ending = name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name;
  return languageOf(ending)?.id ?? languageOf(name.split('.', 1)[0] ?? '')?.id ?? null;
}

function isLanguageId(name: string): name is LanguageId {
  return Object.hasOwn(languages, name);
}

const ids = Object.keys(languages).filter(isLanguageId);

function namesOf(id: LanguageId): readonly string[] {
  const [, ...aliases] = languages[id];
  return [id, ...aliases];
}
