import type { Call } from './chat-items.ts';

/** The guide's knowledge about the folder, from its own calls. */
export type Facts = {
  files: string[];
  folders: string[];
  topLevel: string[];
  readme: string | null;
  readmeLines: number | null;
  tests: string[];
  docs: string | null;
  license: string | null;
  manifest: string | null;
  name: string | null;
  kind: Kind;
  languages: string[];
  scripts: string[];
};

export type Kind = 'command-line tool' | 'web app' | 'library' | 'project';

const manifests = [
  'package.json',
  'pyproject.toml',
  'Cargo.toml',
  'go.mod',
  'pom.xml',
  'composer.json',
  'Gemfile',
];

const languageByExtension = new Map([
  ['ts', 'TypeScript'],
  ['tsx', 'TypeScript'],
  ['js', 'JavaScript'],
  ['jsx', 'JavaScript'],
  ['mjs', 'JavaScript'],
  ['py', 'Python'],
  ['rs', 'Rust'],
  ['go', 'Go'],
  ['java', 'Java'],
  ['kt', 'Kotlin'],
  ['rb', 'Ruby'],
  ['php', 'PHP'],
  ['cs', 'C#'],
  ['c', 'C'],
  ['cpp', 'C++'],
  ['swift', 'Swift'],
  ['sh', 'shell scripts'],
  ['html', 'HTML'],
  ['css', 'CSS'],
]);

/** The folder as the listing and the files read so far show it. */
export function factsFrom(calls: readonly Call[]): Facts {
  const entries = listedPaths(calls);
  const files = entries.filter((path) => !path.endsWith('/'));
  const folders = entries.filter((path) => path.endsWith('/'));
  const atTop = (pattern: RegExp) => files.find((path) => !path.includes('/') && pattern.test(path)) ?? null;
  const readme = atTop(/^readme(\.\w+)?$/i);
  const manifest = manifests.find((name) => files.includes(name)) ?? null;
  const manifestText = textOf(calls, manifest) ?? '';
  return {
    files,
    folders,
    topLevel: entries.filter((path) => !path.slice(0, -1).includes('/')).sort((a, b) => rank(a) - rank(b)),
    readme,
    readmeLines: lineCount(textOf(calls, readme)),
    tests: entries.filter((path) =>
      /(^|\/)(tests?|specs?|__tests__)\/$|[._](test|spec)\.\w+$|(^|\/)test_[^/]*\.py$/i.test(path),
    ),
    docs: folders.find((path) => /^docs?\/$/i.test(path)) ?? null,
    license: atTop(/^(licen[cs]e|copying)(\.\w+)?$/i),
    manifest,
    name: projectName(manifestText),
    kind: kindOfProject(manifestText, files),
    languages: languagesOf(files),
    scripts: scriptsOf(manifest, manifestText),
  };
}

/** The files worth reading before asking, and not read yet; what describes the project comes first. */
export function unreadFiles(facts: Facts, calls: readonly Call[]): string[] {
  const asked = new Set(calls.filter(({ name }) => name === 'read_file').map(({ input }) => input.path));
  const guides = ['CONTRIBUTING.md', 'docs/README.md', 'src/main.rs', 'main.go'];
  const candidates = [facts.readme, facts.manifest, ...guides.filter((path) => facts.files.includes(path))];
  return candidates.flatMap((path) => (path === null || asked.has(path) ? [] : [path])).slice(0, 3);
}

/** Ranks paths as people read them: sources, other folders, files, and dotted names last. */
function rank(path: string): number {
  if (path.startsWith('.')) return 3;
  if (!path.endsWith('/')) return 2;
  return /^(src|lib|app|packages)\/$/.test(path) ? 0 : 1;
}

/** Splits a result of list_files into its paths; links and other special entries are left out. */
function listedPaths(calls: readonly Call[]): string[] {
  const listing = calls.findLast(({ name, result }) => name === 'list_files' && result?.ok === true);
  const [title = '', ...lines] = listing?.result?.text.split('\n') ?? [];
  if (!title.endsWith('contains:')) return [];
  return lines.filter((line) => line.trim() !== '' && !/^\(.*\)$| \((link|pipe|socket|device)\)$/.test(line));
}

/** Returns the text read_file gave for a path, without its header line. */
export function textOf(calls: readonly Call[], path: string | null): string | undefined {
  const read = calls.findLast(({ name, input, result }) => {
    return name === 'read_file' && path !== null && input.path === path && result?.ok === true;
  });
  const text = read?.result?.text;
  return text?.slice(text.indexOf('\n') + 1);
}

function lineCount(text: string | undefined): number | null {
  return text === undefined ? null : text.trimEnd().split('\n').length;
}

function projectName(manifest: string): string | null {
  const found = /"name"\s*:\s*"([^"\n]{1,80})"|^name\s*=\s*"([^"\n]{1,80})"|^module\s+(\S{1,80})/m.exec(
    manifest,
  );
  return found?.[1] ?? found?.[2] ?? found?.[3] ?? null;
}

function kindOfProject(manifest: string, files: readonly string[]): Kind {
  if (/"bin"\s*:|^\[(project\.scripts|\[bin\])\]|"commander"/m.test(manifest)) return 'command-line tool';
  if (files.some((path) => path === 'src/main.rs' || path === 'main.go')) return 'command-line tool';
  if (/"(react|vue|svelte|next|vite|express|fastify)"|^\s*"?(django|flask|fastapi)/m.test(manifest))
    return 'web app';
  if (files.includes('index.html')) return 'web app';
  return /"(main|exports|module)"\s*:/.test(manifest) || files.includes('src/lib.rs') ? 'library' : 'project';
}

function languagesOf(files: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const path of files) {
    const language = languageByExtension.get(path.slice(path.lastIndexOf('.') + 1).toLowerCase());
    if (language !== undefined) counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  return [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
}

function scriptsOf(manifest: string | null, text: string): string[] {
  if (manifest !== 'package.json') return [];
  const block = /"scripts"\s*:\s*\{([^}]*)\}/.exec(text)?.[1] ?? '';
  return [...block.matchAll(/"([\w:.-]+)"\s*:/g)].map(([, name = '']) => name);
}
