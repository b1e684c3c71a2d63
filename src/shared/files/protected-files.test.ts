import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Protection, protectionsOf, protectedFiles, reasonsFor } from './protected-files.ts';

it.each<[path: string, marks: Protection[]]>([
  ['src/index.ts', []],
  ['README.md', []],
  ['env.ts', []],
  ['src/hooks/use-thing.ts', []],
  ['src/credentials/credentials.ts', []],
  ['.github/ISSUE_TEMPLATE.md', []],
  ['keys/id_rsa.pub', []],
  ['src/package.json.ts', []],
  ['my.envelope', []],
  ['', []],
  ['.env', ['holds-secrets']],
  ['.env.example', ['holds-secrets']],
  ['apps/web/.env.local', ['holds-secrets']],
  ['.envs/production', ['holds-secrets']],
  ['keys/id_rsa', ['holds-secrets']],
  ['home/.aws/credentials', ['holds-secrets']],
  ['infra/prod.tfstate', ['holds-secrets']],
  ['.ssh/config', ['holds-secrets', 'runs-code']],
  ['.npmrc', ['holds-secrets', 'runs-code']],
  ['.envrc', ['holds-secrets', 'runs-code']],
  ['package.json', ['runs-code']],
  ['packages/a/package.json', ['runs-code']],
  ['Makefile', ['runs-code']],
  ['.github/workflows/ci.yml', ['runs-code']],
  ['.husky/pre-commit', ['runs-code']],
  ['.vscode/tasks.json', ['runs-code']],
  ['.mcp.json', ['runs-code']],
  ['.gitignore', ['changes-ignored']],
  ['dotfiles/.gitignore_global', ['changes-ignored']],
  ['dotfiles/.config/git/ignore', ['changes-ignored']],
  ['dotfiles/.config/git/config', ['runs-code']],
  ['docs/.dockerignore', ['changes-ignored']],
  ['AGENTS.md', ['steers-agents']],
  ['.parley/tools/a.ts', ['runs-code', 'steers-agents']],
  ['.claude/settings.json', ['runs-code', 'steers-agents']],
])('%s has the marks %j', (path, marks) => {
  expect(protectionsOf(path)).toEqual(marks);
});

it.each([
  '.ENV',
  '.env.',
  '.env ',
  '.env. .',
  '.env::$DATA',
  '.e\u200cnv',
  '\ufeff.env',
  '．ｅｎｖ',
  'ID_RSA',
  'id_r\u017fa',
])('takes %j for the file that some system opens by that name', (path) => {
  expect(protectionsOf(path)).toEqual(['holds-secrets']);
  expect(protectionsOf(`sub\\${path}`)).toEqual(['holds-secrets']);
});

it.each([
  'eslint.config.mjs .eslintrc.cjs .prettierrc.mjs stylelint.config.js biome.jsonc vite.config.ts webpack.prod.js',
  'rollup.config.mjs esbuild.mjs vitest.config.mts jest.config.ts playwright.config.ts cypress.config.js',
  'babel.config.js postcss.config.cjs tailwind.config.ts tsup.config.ts next.config.mjs nuxt.config.ts',
  'svelte.config.js astro.config.mjs metro.config.js karma.conf.js .mocharc.yml ava.config.js .nycrc',
  'conftest.py pytest.ini setup.py tox.ini noxfile.py build.rs build.gradle.kts settings.gradle pom.xml',
  'CMakeLists.txt Rakefile Gemfile lefthook.yml .husky/pre-push .pre-commit-config.yaml tests/conftest.py',
  '.qwen/settings.json opencode.json .opencode/plugin/a.js .codex/config.toml .gemini/settings.json',
  '.kimi/config.toml .cursor/mcp.json .gdbinit .lldbinit bin/release package-lock.json pnpm-lock.yaml',
  'yarn.lock go.mod go.sum Cargo.lock requirements-dev.txt .pnp.cjs .yarnrc.yml',
])('runs code later: %s', (names) => {
  for (const name of names.split(' '))
    expect([name, protectionsOf(`deep/in/${name}`).includes('runs-code')]).toEqual([name, true]);
});

it.each([
  '.codex/auth.json .gemini/oauth_creds.json .qwen/oauth_creds.json .claude.json auth.json gcp-key.json',
  'wp-config.php credentials.tfrc.json .netrc prod.tfvars .pgpass id_ed25519 id_ecdsa_sk release.keystore',
  'my-project-firebase-adminsdk-x1.json prod-service-account.json .docker/config.json .kube/config a.jks',
])('holds secrets: %s', (names) => {
  for (const name of names.split(' '))
    expect([name, protectionsOf(`deep/in/${name}`).includes('holds-secrets')]).toEqual([name, true]);
});

it.each(['QWEN.md', 'GEMINI.md', '.qwen/settings.json', '.kimi/skills/a.md', '.github/prompts/a.md'])(
  'steers agents: %s',
  (name) => expect(protectionsOf(name)).toContain('steers-agents'),
);

it.each(['src/id_generator.ts', 'src/binary/read.ts', 'docs/config.md', 'src/jest-dom.ts', 'tokens.json'])(
  'ordinary work has no mark: %s',
  (name) => expect(protectionsOf(name)).toEqual([]),
);

it('says why, in sentences of its own', () => {
  expect(reasonsFor('runs-code', 'web/vite.config.ts')).toEqual([
    'A bundler, a compiler or a framework runs it with the next build or start.',
  ]);
  expect(reasonsFor('holds-secrets', 'web/vite.config.ts')).toEqual([]);
});

const registered = protectedFiles.flatMap(({ protection, names }) =>
  names.map((name) => ({ protection, name })),
);
const folder = fc.stringMatching(/^[a-z0-9 ._-]{1,8}$/);

/** A path that a registered name means: its `*` filled in, a file where it is a folder, at some depth. */
const meant = fc
  .record({
    entry: fc.constantFrom(...registered),
    part: fc.stringMatching(/^[a-z0-9]{0,6}$/),
    folders: fc.array(folder, { maxLength: 4 }),
  })
  .map(({ entry: { protection, name }, part, folders }) => {
    // A name that ends in a dot is another one to the systems that overlook it.
    const filled = name.replaceAll('*', name.endsWith('.*') ? part || 'a' : part);
    return { protection, path: [...folders, filled.endsWith('/') ? `${filled}in-it` : filled].join('/') };
  });

const unseen = fc.constantFrom('', '\u200b', '\u200d', '\u2060', '\ufeff', '\u00ad', '\ufe0f');

it('finds every registered name at any depth, in any letters, forms and with what systems overlook', () => {
  const disguises = fc.array(fc.record({ upper: fc.boolean(), wide: fc.boolean(), unseen }), {
    minLength: 1,
  });
  const end = fc.stringMatching(/^[. ]{0,3}$/);
  fc.assert(
    fc.property(meant, disguises, end, fc.boolean(), ({ protection, path }, signs, tail, windows) => {
      const disguised = Array.from(path, (letter, index) => {
        const {
          upper,
          wide,
          unseen: more,
        } = signs[index % signs.length] ?? { upper: false, wide: false, unseen: '' };
        const cased = upper ? letter.toUpperCase() : letter;
        return more + (wide ? widened(cased) : cased);
      }).join('');
      const found = protectionsOf((windows ? disguised.replaceAll('/', '\\') : disguised) + tail);
      expect(found).toContain(protection);
      expect(found).toEqual(protectionsOf(path));
    }),
  );
});

it('never fails, and says the same of a path and of its decomposed form', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (path) => {
      expect(protectionsOf(path.normalize('NFD'))).toEqual(protectionsOf(path));
    }),
  );
});

/** The letter as wide as a Chinese one, which is the same in another form of Unicode. */
function widened(letter: string): string {
  return /[!-.0-~]/.test(letter) ? String.fromCharCode(letter.charCodeAt(0) + 0xfee0) : letter;
}
