import { dirname, join, relative, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { excludeFiles } from './git-excludes.ts';
import { findRepository, type Repository, repositoryAt } from './git-repository.ts';
import { readSmallText, ToolError } from './file-content.ts';
import { TrackedFiles } from './tracked-files.ts';
import { type WorkspacePath, shownName } from './workspace-path.ts';

const maxRuleBytes = 262_144;

/** Never listed or searched: not the person's own text. */
const alwaysSkipped = new Set(['.git', 'node_modules']);

export function isAlwaysSkipped(name: string): boolean {
  return alwaysSkipped.has(name);
}

/**
 * Answers what git ignores, by git's own rules (gitignore(5)): `.gitignore` from the repository's top down,
 * `info/exclude`, the person's `core.excludesFile`. Tracked files are not ignored. A nested repository has rules
 * of its own. Outside of git a `.gitignore` counts all the same.
 */
export class GitIgnores {
  readonly #env: Record<string, string | undefined>;
  readonly #tracked: TrackedFiles;

  /** `env` is the person's, by which git finds their configuration. */
  constructor(env: Record<string, string | undefined>) {
    this.#env = env;
    this.#tracked = new TrackedFiles(env);
  }

  /**
   * Returns the rules inside a chat's folder, given by its real path. Rules around it that cover the whole folder
   * don't count: the person opened it to work in it.
   */
  async at(root: string, signal: AbortSignal): Promise<IgnoreRules> {
    const repository = findRepository(root);
    let rules = await this.#begin(repository, repository?.root ?? root, signal);
    for (const folder of foldersBetween(rules.top, root)) {
      if (rules.coverOf(folder, true) !== undefined) return this.#begin(null, root, signal);
      rules = await rules.inside(folder, signal);
    }
    return rules;
  }

  /** Returns the rules inside a path of a chat's folder, or which part of the path is ignored. */
  async downTo(
    { root, path }: Pick<WorkspacePath, 'root' | 'path'>,
    isFolder: boolean,
    signal: AbortSignal,
  ): Promise<{ rules: IgnoreRules } | Ignored> {
    let rules = await this.at(root, signal);
    for (const way of foldersBetween(root, path)) {
      const isWay = isFolder || way !== path;
      const by = rules.coverOf(way, isWay);
      if (by !== undefined && !(await rules.isTracked(way)))
        return { ignored: slashed(relative(root, way)), by };
      if (isWay) rules = await rules.inside(way, signal);
    }
    return { rules };
  }

  /** The same, but throws a ToolError for an ignored path. */
  async refuseIgnored(place: WorkspacePath, isFolder: boolean, signal: AbortSignal): Promise<IgnoreRules> {
    const down = await this.downTo(place, isFolder, signal);
    if ('ignored' in down) throw new ToolError(ignoredText(down));
    return down.rules;
  }

  async #begin(repository: Repository | null, top: string, signal: AbortSignal): Promise<IgnoreRules> {
    let tracked: Promise<ReadonlySet<string>> | undefined;
    const begun = new IgnoreRules({
      top,
      files: [],
      cover: undefined,
      isTracked: async (path) => {
        const paths = await (tracked ??= this.#tracked.of(repository));
        return paths.has(slashed(relative(top, path)).normalize('NFC'));
      },
      enter: (nested) => this.#begin(nested, nested.root, signal),
    });
    const excludes = await excludeFiles(repository, top, this.#env);
    const outer: RuleFile[] = [];
    for (const { path, name } of excludes) outer.push(...(await ruleFile(path, { base: top, name }, signal)));
    return begun.with([...outer, ...(await ownRules(top, signal))]);
  }
}

/** The ignored part of a path, relative to the chat's folder, and the file with the rule. */
type Ignored = { ignored: string; by: string };

/** Returns the sentence for a model. */
export function ignoredText({ ignored, by }: Ignored): string {
  return `${shownName(ignored)} is covered by ${by} and is left alone.`;
}

/** Rules for what lies in the folder `base`. */
type RuleFile = { base: string; name: string; rules: Ignore };

type Scope = {
  /** The top folder of the repository, or that of the chat. */
  top: string;
  /** The weakest first. */
  files: readonly RuleFile[];
  /** The rule that covers the folder itself; then only its tracked files are not ignored. */
  cover: string | undefined;
  isTracked: (path: string) => Promise<boolean>;
  /** Returns the rules inside another repository. */
  enter: (repository: Repository) => Promise<IgnoreRules>;
};

/** The rules in one folder. All paths are absolute, with links resolved. */
export class IgnoreRules {
  readonly #scope: Scope;

  constructor(scope: Scope) {
    this.#scope = scope;
  }

  get top(): string {
    return this.#scope.top;
  }

  /** True for tracked files, which are never ignored. */
  isTracked(path: string): Promise<boolean> {
    return this.#scope.isTracked(path);
  }

  /** Returns the file whose rule covers an entry of the folder, tracked or not; the innermost rule decides. */
  coverOf(path: string, isFolder: boolean): string | undefined {
    const { files, cover } = this.#scope;
    let found = cover;
    if (found !== undefined) return found;
    for (const { base, name, rules } of files) {
      const inner = slashed(path.slice(base.endsWith(sep) ? base.length : base.length + 1)).normalize('NFC');
      const result = rules.test(isFolder ? `${inner}/` : inner);
      if (result.ignored) found = name;
      else if (result.unignored) found = undefined;
    }
    return found;
  }

  /** Returns the rules inside a subfolder; `names` are those of its entries, where known. */
  async inside(folder: string, signal: AbortSignal, names?: ReadonlySet<string>): Promise<IgnoreRules> {
    const repository = names?.has('.git') === false ? null : repositoryAt(folder);
    if (repository !== null) return this.#scope.enter(repository);
    const cover = this.coverOf(folder, true);
    if (cover !== this.#scope.cover) return new IgnoreRules({ ...this.#scope, cover });
    return names?.has('.gitignore') === false ? this : this.with(await ownRules(folder, signal));
  }

  /** Returns these rules with stronger ones. */
  with(files: readonly RuleFile[]): IgnoreRules {
    return files.length === 0
      ? this
      : new IgnoreRules({ ...this.#scope, files: [...this.#scope.files, ...files] });
  }
}

function ownRules(folder: string, signal: AbortSignal): Promise<RuleFile[]> {
  return ruleFile(join(folder, '.gitignore'), { base: folder, name: '.gitignore' }, signal);
}

/** Compared in composed letters, since macOS returns names decomposed. */
async function ruleFile(
  path: string,
  { base, name }: Omit<RuleFile, 'rules'>,
  signal: AbortSignal,
): Promise<RuleFile[]> {
  const text = await readSmallText(path, maxRuleBytes, signal).catch(() => undefined);
  signal.throwIfAborted();
  return text === undefined ? [] : [{ base, name, rules: ignore().add(text.normalize('NFC')) }];
}

/** Returns the paths from below a folder down to a path, inclusive. */
function foldersBetween(from: string, path: string): string[] {
  return path === from ? [] : [...foldersBetween(from, dirname(path)), path];
}

function slashed(path: string): string {
  return sep === '/' ? path : path.split(sep).join('/');
}
