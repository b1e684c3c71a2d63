import { join } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readSmallText } from './text-file.ts';

/** The .gitignore files from the workspace folder down to one of its folders, outermost first. */
export type IgnoreRules = readonly { base: string; rules: Ignore }[];

const maxRuleBytes = 262_144;

/** Folders that are never listed or searched: they are not the person's own text. */
const alwaysSkipped = new Set(['.git', 'node_modules']);

/** The rules that hold inside `folder` (relative, `''` for the root): the outer ones and its own. */
export async function rulesInside(
  root: string,
  folder: string,
  outer: IgnoreRules,
  signal: AbortSignal,
): Promise<IgnoreRules> {
  const path = join(root, folder, '.gitignore');
  const text = await readSmallText(path, maxRuleBytes, signal).catch(() => undefined);
  signal.throwIfAborted();
  return text === undefined ? outer : [...outer, { base: folder, rules: ignore().add(text) }];
}

/** True when an entry is ignored whose folder is not; the innermost rule decides, as in git. */
export function isIgnored(rules: IgnoreRules, path: string, isFolder: boolean): boolean {
  let ignored = false;
  for (const { base, rules: own } of rules) {
    const inner = base === '' ? path : path.slice(base.length + 1);
    const result = own.test(isFolder ? `${inner}/` : inner);
    if (result.ignored) ignored = true;
    else if (result.unignored) ignored = false;
  }
  return ignored;
}

export function isAlwaysSkipped(name: string): boolean {
  return alwaysSkipped.has(name);
}

/** The rules that hold inside a path reached at once, or which part of the way is ignored. */
export async function rulesDownTo(
  root: string,
  path: string,
  isFolder: boolean,
  signal: AbortSignal,
): Promise<{ rules: IgnoreRules } | { ignored: string }> {
  let rules = await rulesInside(root, '', [], signal);
  const names = path.split('/').filter((name) => name !== '');
  for (const index of names.keys()) {
    const part = names.slice(0, index + 1).join('/');
    const isWay = isFolder || index < names.length - 1;
    if (isIgnored(rules, part, isWay)) return { ignored: part };
    if (isWay) rules = await rulesInside(root, part, rules, signal);
  }
  return { rules };
}
