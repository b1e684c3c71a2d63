/** Files whose change needs a second look, and why. */
type ProtectedFiles = {
  protection: Protection;
  /** A sentence about what they do. */
  reason: string;
  /**
   * Names of files, and of folders if they end in `/`, which include all inside; at any depth. `*` is any part of
   * a name. In lower case.
   */
  names: readonly string[];
  /** Names that are excluded though a name above matches. */
  except?: readonly string[];
};

const runsCode = (reason: string, names: string, except?: string): ProtectedFiles => ({
  protection: 'runs-code',
  reason,
  names: namesIn(names),
  ...(except !== undefined && { except: namesIn(except) }),
});

const holdsSecrets = (reason: string, names: string, except?: string): ProtectedFiles => ({
  ...runsCode(reason, names, except),
  protection: 'holds-secrets',
});

/** The protected files, each with its reason. A file may be of several kinds. */
export const protectedFiles: readonly ProtectedFiles[] = [
  runsCode(
    'Git runs its hooks, and what its settings name, with your next command.',
    `.husky/ .githooks/ .lefthook/ lefthook*.yml .lefthook*.yml lefthook*.yaml .lefthook*.yaml lefthook*.toml
    lefthook*.json .pre-commit-config.yaml .pre-commit-hooks.yaml .overcommit.yml .lintstagedrc*
    lint-staged.config.* .simple-git-hooks.* .huskyrc* applypatch-msg commit-msg post-checkout post-commit
    post-merge post-rewrite post-update pre-applypatch pre-commit pre-push pre-rebase pre-receive
    prepare-commit-msg post-receive .gitmodules .gitattributes .gitconfig .config/git/config
    .config/git/attributes`,
  ),
  runsCode(
    'A service that builds or publishes the project runs what it says.',
    `.github/workflows/ .github/actions/ .gitea/workflows/ .forgejo/workflows/ action.yml action.yaml
    .gitlab-ci*.yml .gitlab-ci/ .circleci/ .travis.yml azure-pipelines*.yml .azure-pipelines/ jenkinsfile*
    bitbucket-pipelines.yml .drone.yml .woodpecker*.yml .woodpecker/ appveyor.yml .appveyor.yml .buildkite/
    .cirrus.yml .teamcity/ cloudbuild.y*ml buildspec.y*ml netlify.toml vercel.json .builds/ .build.yml
    wrangler.toml wrangler.json* fly.toml render.yaml app.yaml serverless.y*ml serverless.ts .replit
    .gitpod.yml .gitpod.dockerfile .goreleaser.y*ml release.config.* .releaserc* cliff.toml`,
  ),
  runsCode(
    'A package manager runs the scripts and installs the packages that it names.',
    `package.json package.json5 package.yaml .npmrc .yarnrc .yarnrc.yml .yarn/ .pnpmfile.* pnpmfile.*
    .pnp.* pnpm-workspace.yaml bunfig.toml deno.json* binding.gyp lerna.json nx.json turbo.json* rush.json
    setup.py setup.cfg pyproject.toml sitecustomize.py usercustomize.py *.pth pipfile requirements*.txt
    requirements*.in constraints*.txt environment.y*ml uv.toml pdm.toml .pdm.toml hatch.toml pip.conf
    cargo.toml .cargo/ rust-toolchain* build.rs go.mod go.work gemfile gems.rb *.gemspec composer.json
    mix.exs rebar.config package.swift podfile *.podspec cartfile brewfile pubspec.yaml *.cabal stack.yaml
    deps.edn bb.edn project.clj build.zig* conanfile.* vcpkg.json nuget.config global.json paket.*`,
  ),
  runsCode(
    'It says which packages are installed, and from where; their scripts run.',
    `package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock go.sum
    go.work.sum cargo.lock poetry.lock pipfile.lock uv.lock pdm.lock gemfile.lock gems.locked composer.lock
    mix.lock podfile.lock pubspec.lock package.resolved packages.lock.json gradle.lockfile flake.lock`,
  ),
  runsCode(
    'A build runs it.',
    `makefile gnumakefile makefile.in makefile.am *.mk cmakelists.txt *.cmake cmakepresets.json
    cmakeuserpresets.json justfile .justfile taskfile.y*ml rakefile meson.build build build.bazel workspace
    .bazelrc module.bazel *.bzl build.gradle* settings.gradle* init.gradle* gradle.properties gradlew*
    gradle/ pom.xml .mvn/ mvnw* build.xml build.sbt *.sbt build.sc *.csproj *.fsproj *.vbproj *.vcxproj
    directory.build.* *.targets *.props gulpfile.* gruntfile.* dockerfile* *.dockerfile containerfile*
    compose*.y*ml docker-compose*.y*ml docker-bake.* .devcontainer/ .devcontainer.json vagrantfile procfile*
    tiltfile skaffold.y*ml default.nix shell.nix flake.nix devbox.json configure configure.ac autogen.sh
    sconstruct sconscript wscript xmake.lua premake5.lua dodo.py tasks.py fabfile.py guardfile capfile
    fastfile fastlane/ *.pbxproj *.xcconfig *.xcscheme`,
  ),
  runsCode(
    'A linter or formatter runs it, or loads what it names.',
    `eslint.config.* .eslintrc* prettier.config.* .prettierrc* stylelint.config.* .stylelintrc* biome.json*
    .biome.json* .oxlintrc.json commitlint.config.* .commitlintrc* .markdownlint-cli2.* .remarkrc*
    remark.config.* svgo.config.* knip.* .knip.* tslint.json .pylintrc pylintrc .flake8 mypy.ini .mypy.ini
    .rubocop*.yml .php-cs-fixer* phpstan*.neon* rector.php psalm.xml* .scalafix.conf detekt.yml .luacheckrc
    .golangci.y*ml .golangci.toml .golangci.json .trunk/ .mega-linter.yml`,
  ),
  runsCode(
    'A bundler, a compiler or a framework runs it with the next build or start.',
    `vite.config.* vite.*.config.* electron.vite.config.* webpack.* webpack/ webpackfile.* rspack.config.*
    rollup.config.* rolldown.config.* rsbuild.config.* esbuild.* tsup.config.* tsdown.config.* unbuild.config.*
    build.config.* farm.config.* .parcelrc .swcrc babel.config.* .babelrc* postcss.config.* .postcssrc*
    tailwind.config.* uno.config.* unocss.config.* windi.config.* next.config.* nuxt.config.* svelte.config.*
    astro.config.* remix.config.* react-router.config.* gatsby-config.* gatsby-node.* vue.config.*
    quasar.config.* angular.json ember-cli-build.* metro.config.* react-native.config.* app.config.*
    forge.config.* electron-builder.* .storybook/ docusaurus.config.* typedoc.* workbox-config.* nodemon.json
    ecosystem.config.* drizzle.config.* prisma.config.* knexfile.* ormconfig.* codegen.ts codegen.y*ml
    manage.py wsgi.py artisan config.ru`,
  ),
  runsCode(
    'Tests run it before anything else.',
    `vitest.* jest.* playwright*.config.* cypress.config.* cypress.json cypress/plugins/ cypress/support/
    karma.conf* karma.*.conf* .mocharc* mocha.opts ava.config.* .taprc .nycrc* nyc.config.* .c8rc* wdio.conf*
    wdio.*.conf* nightwatch.conf* protractor.conf* .testcaferc* codecept.conf* stryker.conf* stryker.config.*
    web-test-runner.config.* conftest.py pytest.ini .pytest.ini tox.ini noxfile.py .coveragerc .rspec
    spec_helper.rb rails_helper.rb test_helper.rb phpunit.xml* phpunit.dist.xml pest.php .bats/ setuptests.*
    test-setup.* tests/bootstrap.php`,
  ),
  runsCode(
    'A shell runs it, or finds programs by it.',
    `.envrc .mise.toml .mise.*.toml mise.toml mise.*.toml .mise/ .config/mise/ .tool-versions .bashrc
    .bash_profile .bash_login .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .zlogout
    .inputrc config.fish .config/fish/ .ssh/`,
  ),
  runsCode(
    'It is a program that scripts and people start by its name.',
    'bin/ sbin/ .bin/',
    'usr/bin/ usr/sbin/ usr/local/bin/ opt/homebrew/bin/',
  ),
  runsCode(
    'A debugger or a console runs it as it starts.',
    `.gdbinit* gdbinit .lldbinit* lldbinit .pdbrc .perldb .irbrc .pryrc .ipython/ .rprofile .node_repl_history
    .psqlrc .sqliterc .mylogin.cnf .ghci .iex.exs .php.ini php.ini .user.ini .htaccess`,
  ),
  runsCode(
    'An editor runs its tasks and settings.',
    `.vscode/ *.code-workspace .idea/ .vs/ .zed/ .fleet/ .nvim.lua .nvimrc .exrc .vimrc .lvimrc
    .dir-locals.el *.sublime-project .theia/ .nova/ .neoconf.json .lazy.lua`,
  ),
  runsCode(
    'An agent starts the servers, hooks and plugins that it names.',
    `.mcp.json mcp.json mcp_config.json .parley/ .claude/ .claude.json .claude-plugin/ .codex/ .gemini/
    .qwen/ .cursor/ .opencode/ opencode.json* .kimi/ .windsurf/ .kiro/ .continue/ .crush/ crush.json
    .crush.json .factory/ .amp/ .trae/ .qoder/ .iflow/ .copilot/ .vibe/ .kilocode/ .amazonq/ .openhands/
    .goose/ .roo/ .zencoder/`,
  ),
  holdsSecrets(
    'Settings of programs have passwords and keys in them.',
    `.env* .env*/ *.env .dev.vars* .npmrc .yarnrc.yml .netrc _netrc .pypirc .git-credentials .pgpass
    pgpass.conf .my.cnf .mylogin.cnf .htpasswd .htdigest .s3cfg .passwd-s3fs .boto .dockercfg
    .docker/config.json .vault-token .vault_pass* vault-password* rclone.conf nuget.config gradle.properties
    .m2/settings.xml settings-security.xml wp-config*.php localsettings.php parameters.y*ml database.y*ml
    .authinfo* .msmtprc .fetchmailrc .getmail/ wg*.conf`,
  ),
  holdsSecrets(
    'It is a key, or a store of keys.',
    `*.pem *.key *.p8 *.p12 *.pfx *.pkcs12 *.ppk *.jks *.jceks *.keystore *.bks *.kdb *.kdbx *.agekey *.ovpn
    *.keytab *.keychain *.keychain-db id_rsa* id_dsa* id_ecdsa* id_ed25519* id_ed448* id_xmss* .ssh/ .gnupg/
    .password-store/ .config/sops/ secring.*`,
    'id_*.pub',
  ),
  holdsSecrets(
    'Who has it acts with your account at a service.',
    `.aws/ .azure/ .kube/ .oci/ .aliyun/ .config/gcloud/ .config/gh/ .config/hub .fly/ .vercel/ .netlify/
    .heroku/ .pulumi/ .terraform.d/ kubeconfig kubeconfig.y*ml *.kubeconfig credentials .credentials*
    credentials.json credentials.toml credentials.y*ml credentials.ini credentials.xml credentials.properties
    credentials.db credentials.tfrc.json *.credentials client_secret*.json service-account*.json
    service_account*.json serviceaccount*.json *-service-account.json *_service_account.json
    *-firebase-adminsdk-*.json firebase-adminsdk*.json gcp-*.json gcp_*.json gcloud-*.json *-key.json
    *_key.json keyfile.json application_default_credentials.json google-services.json
    googleservice-info.plist token.json .token secret.json secret.toml secret.y*ml secret.ini secret.txt
    secrets.json secrets.toml secrets.y*ml secrets.ini secrets.txt .secrets .secrets/ local.settings.json
    auth.json .auth/ oauth_creds.json cookies.txt`,
  ),
  holdsSecrets(
    'An agent keeps its sign-in there.',
    `.claude.json .codex/auth.json .gemini/oauth_creds.json .qwen/oauth_creds.json .kimi/config.*
    .local/share/opencode/ mcp-auth.json google_accounts.json .copilot/config.json`,
  ),
  holdsSecrets(
    'It describes servers with their passwords.',
    '*.tfstate *.tfstate.* *.tfvars *.tfvars.json .terraformrc terraform.rc',
  ),
  holdsSecrets('What was typed is in it, passwords among it.', '.*_history .histfile'),
  {
    protection: 'changes-ignored',
    reason: 'It says which files are left out.',
    names: namesIn('.*ignore .gitignore_global .gitignore-global .gitexcludes .config/git/ignore'),
  },
  {
    protection: 'steers-agents',
    reason: 'Agents take it as instructions.',
    names: namesIn(`agents.md agents.*.md agent.md claude.md claude.*.md gemini.md qwen.md crush.md warp.md
      kimi.md skill.md .parley/ .claude/ .codex/ .gemini/ .qwen/ .kimi/ .agents/ .agent/ .cursor/ .cursorrules
      .windsurf/ .windsurfrules .clinerules .clinerules/ .roo/ .roorules* .roomodes .kilocode/ .kilocodemodes
      .kiro/ .opencode/ opencode.json* .aider* .continue/ .junie/ .goosehints .augment/ .crush/ .factory/
      .amp/ .trae/ .qoder/ .iflow/ .vibe/ .amazonq/ .openhands/ .github/copilot-instructions.md
      .github/instructions/ .github/prompts/ .github/chatmodes/ .github/agents/ .rules`),
  },
];

function namesIn(list: string): string[] {
  return list.trim().split(/\s+/);
}

const rules = protectedFiles.map(({ protection, reason, names, except = [] }) => ({
  protection,
  reason,
  names: matcherOf(names),
  except: matcherOf(except),
}));

function rulesFor(paths: readonly string[]) {
  const plain = paths.map(plainPath);
  return rules.filter(({ names, except }) => plain.some((path) => names.test(path) && !except.test(path)));
}

/**
 * Returns the reasons for which a file is protected, the gravest first; empty for most files. `paths` are all its names, with
 * `/` or `\` between folders. Compares as any supported system would: ignoring case, Unicode form, and the
 * characters that macOS and Windows ignore.
 */
export function protectionsOf(...paths: string[]): Protection[] {
  const found = new Set(rulesFor(paths).map(({ protection }) => protection));
  return everyProtection.filter((protection) => found.has(protection));
}

/** Returns the sentences why a file with these names is protected so. */
export function reasonsFor(protection: Protection, ...paths: string[]): string[] {
  return rulesFor(paths).flatMap((rule) => (rule.protection === protection ? [rule.reason] : []));
}

/** Normalises a path for the comparison. */
function plainPath(path: string): string {
  return path
    .split(/[/\\]/)
    .map(plainName)
    .filter((name) => name !== '')
    .join('/');
}

/** Variants of a letter, such as `ſ` and `s`, are equal to a case-insensitive file system. */
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
  // Matches nothing without any names.
  return new RegExp(`(?:^|/)(?:${patterns.length === 0 ? '(?!)' : patterns.join('|')})`);
}

/** Why a change of a file deserves a second look, the gravest first. */
export const everyProtection = ['holds-secrets', 'runs-code', 'steers-agents', 'changes-ignored'] as const;

export type Protection = (typeof everyProtection)[number];

/** Characters that the Mac's file system ignores in a name. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;

/**
 * True when a path leads to git's own files on any system: `.git` in any case, with ignored characters, or by its
 * short name on Windows. The rule is git's (`is_hfs_dotgit`, `is_ntfs_dotgit`).
 */
export function belongsToGit(path: string): boolean {
  return path.split(/[/\\]/).some((name) => {
    const plain = name
      .replace(unseen, '')
      .replace(/:.*$/s, '')
      .replace(/[. ]+$/, '');
    return /^(\.git|git~1)$/i.test(plain);
  });
}
