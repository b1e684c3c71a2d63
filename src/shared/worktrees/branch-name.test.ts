import fc from 'fast-check';
import { expect, test } from 'vitest';
import { freeWorktreeName, prefixProblem, usualPrefix, withoutPrefix, worktreeSlug } from './branch-name.ts';

test.each([
  ['Retry failed uploads', 'retry-failed-uploads'],
  ['  Größe, in Zoll?! ', 'gro-e-in-zoll'],
  ['Crème brûlée', 'creme-brulee'],
  ['--force; rm -rf /', 'force-rm-rf'],
  ['../../etc/passwd', 'etc-passwd'],
  ['問題を直す', 'chat'],
  ['refs/heads/main.lock', 'refs-heads-main-lock'],
  ['', 'chat'],
])('%j becomes the slug %s', (words, slug) => {
  expect(worktreeSlug(words)).toBe(slug);
});

test('a long text is cut at a word', () => {
  const slug = worktreeSlug('Uploads that time out should try again, three times at most');
  expect(slug).toBe('uploads-that-time-out-should-try-again');
});

test('a slug is a plain name, whatever the words are, and its own slug', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (words) => {
      const slug = worktreeSlug(words);
      expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
      expect(slug.length).toBeLessThanOrEqual(40);
      expect(worktreeSlug(slug)).toBe(slug);
    }),
  );
});

test.each([
  ['nothing is there', [], [], { slug: 'fix', branch: 'parley/fix' }],
  ['the branch is there', ['parley/fix'], [], { slug: 'fix-2', branch: 'parley/fix-2' }],
  ['it is there in capitals', ['Parley/FIX'], [], { slug: 'fix-2', branch: 'parley/fix-2' }],
  ['the folder is there', [], ['fix', 'Fix-2'], { slug: 'fix-3', branch: 'parley/fix-3' }],
  ['a branch lies below it', ['parley/fix/old'], [], { slug: 'fix-2', branch: 'parley/fix-2' }],
  ['a branch is called as the prefix', ['parley'], [], { slug: 'fix', branch: 'parley-fix' }],
  ['both', ['parley', 'parley-fix'], [], { slug: 'fix-2', branch: 'parley-fix-2' }],
])('the name is free where %s', (_, branches, folders, name) => {
  expect(freeWorktreeName('fix', { prefix: usualPrefix, branches, folders })).toEqual(name);
});

test.each([
  ['', [], 'fix'],
  ['', ['Fix'], 'fix-2'],
  ['wip-', ['wip'], 'wip-fix'],
  ['Ada/Fixes/', [], 'Ada/Fixes/fix'],
  ['Ada/Fixes/', ['ada/fixes/FIX'], 'Ada/Fixes/fix-2'],
  ['Ada/Fixes/', ['ada'], 'Ada-Fixes-fix'],
  ['Ada/Fixes/', ['ada/fixes'], 'Ada-Fixes-fix'],
  ['ada/wip-', ['ada/wip-', 'ada/wip'], 'ada/wip-fix'],
])('with the prefix %j beside %j the branch is %s', (prefix, branches, branch) => {
  expect(freeWorktreeName('fix', { prefix, branches, folders: [] }).branch).toBe(branch);
});

test.each([
  ['parley/fix', 'parley/', 'fix'],
  ['parley-fix', 'parley/', 'fix'],
  ['parley/fix', 'Ada/', 'parley/fix'],
  ['parley/fix', '', 'parley/fix'],
  ['parley/', 'parley/', 'parley/'],
])('the branch %s is shown beside the prefix %j as %s', (branch, prefix, shown) => {
  expect(withoutPrefix(branch, prefix)).toBe(shown);
});

test('a free name clashes with none', () => {
  const part = fc.constantFrom('parley', 'Parley', 'fix', 'fix-2', 'Fix', 'x');
  const names = fc.array(fc.array(part, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/')));
  const prefixes = fc.constantFrom(usualPrefix, '', 'Parley/x/', 'fix/', 'x-', 'x/fix-');
  fc.assert(
    fc.property(prefixes, names, names, (prefix, branches, folders) => {
      const name = freeWorktreeName('fix', { prefix, branches, folders });
      expect(folders.map((folder) => folder.toLowerCase())).not.toContain(name.slug);
      const branch = name.branch.toLowerCase();
      for (const other of branches.map((one) => one.toLowerCase())) {
        expect(other).not.toBe(branch);
        expect(other.startsWith(`${branch}/`)).toBe(false);
        expect(branch.startsWith(`${other}/`)).toBe(false);
      }
    }),
  );
});

test('a prefix leaves room for its slug, and shows all of its characters', () => {
  expect(prefixProblem('ü'.repeat(60))).toBeNull();
  expect(prefixProblem('ü'.repeat(61))).toEqual({ type: 'too-long' });
  expect(['a\u202eb/', 'a\u200bb/', 'a\ud800/'].map(prefixProblem)).toEqual(
    Array.from({ length: 3 }, () => ({ type: 'hidden' })),
  );
});
