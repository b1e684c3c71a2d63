import { everyFileMark, type FileMark } from './file-mark.ts';

type Registered = {
  /**
   * Names of files, and of folders where they end in `/`, which mean all that is in them; each may stand at
   * any depth. `*` is any part of a name. All in small letters.
   */
  names: readonly string[];
  /** Names that are not meant, though a name above fits them. */
  except?: readonly string[];
};

const hooks = `
  .husky/ .githooks/ .lefthook/ lefthook*.yml .lefthook*.yml .pre-commit-config.yaml .overcommit.yml
  .lintstagedrc* lint-staged.config.* .simple-git-hooks.* .huskyrc* applypatch-msg commit-msg
  post-checkout post-commit post-merge post-rewrite post-update pre-applypatch pre-commit pre-push
  pre-rebase pre-receive prepare-commit-msg post-receive .gitmodules .gitattributes .gitconfig`;

const ci = `
  .github/workflows/ .github/actions/ .gitea/workflows/ .forgejo/workflows/ action.yml action.yaml
  .gitlab-ci*.yml .gitlab-ci/ .circleci/ .travis.yml azure-pipelines*.yml .azure-pipelines/ jenkinsfile*
  bitbucket-pipelines.yml .drone.yml .woodpecker*.yml .woodpecker/ appveyor.yml .appveyor.yml .buildkite/
  .cirrus.yml .teamcity/ cloudbuild.y*ml buildspec.y*ml netlify.toml vercel.json .builds/ .build.yml`;

const packages = `
  package.json package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml .npmrc .yarnrc .yarnrc.yml
  .yarn/ .pnpmfile.* pnpmfile.* pnpm-workspace.yaml bun.lock bunfig.toml deno.json* binding.gyp setup.py
  setup.cfg pyproject.toml conftest.py noxfile.py tox.ini sitecustomize.py usercustomize.py *.pth pipfile
  cargo.toml .cargo/ build.rs gemfile *.gemspec composer.json mix.exs package.swift podfile *.podspec`;

const builds = `
  makefile gnumakefile makefile.in makefile.am *.mk cmakelists.txt *.cmake justfile .justfile
  taskfile.y*ml rakefile meson.build build build.bazel workspace .bazelrc module.bazel build.gradle*
  settings.gradle* init.gradle* gradlew* gradle/ pom.xml .mvn/ mvnw* build.xml *.csproj *.fsproj *.vbproj
  *.vcxproj directory.build.* *.targets *.props gulpfile.* gruntfile.* dockerfile* *.dockerfile
  containerfile* compose*.y*ml docker-compose*.y*ml .devcontainer/ .devcontainer.json vagrantfile
  procfile* tiltfile default.nix shell.nix flake.nix devbox.json`;

const shells = `
  .envrc .mise.toml .mise.*.toml mise.toml mise.*.toml .mise/ .config/mise/ .bashrc .bash_profile
  .bash_login .bash_aliases .bash_logout .profile .zshrc .zshenv .zprofile .zlogin .inputrc config.fish
  .ssh/`;

const editors = `
  .vscode/ *.code-workspace .idea/ .vs/ .zed/ .fleet/ .nvim.lua .nvimrc .exrc .vimrc .lvimrc
  .dir-locals.el *.sublime-project .theia/ .nova/`;

const agentTools = `
  .mcp.json mcp.json mcp_config.json .parley/ .claude/ .codex/ .gemini/ .cursor/ .opencode/ opencode.json*
  .windsurf/ .kiro/ .continue/`;

const settings = `
  .env* .env*/ *.env .dev.vars* .npmrc .netrc _netrc .pypirc .git-credentials .pgpass pgpass.conf .my.cnf
  .mylogin.cnf .htpasswd .htdigest .s3cfg .boto .dockercfg .docker/config.json .vault-token .vault_pass*
  vault-password* rclone.conf`;

const keys = `
  *.pem *.key *.p8 *.p12 *.pfx *.pkcs12 *.ppk *.jks *.keystore *.bks *.kdb *.kdbx *.agekey *.ovpn id_rsa*
  id_dsa* id_ecdsa* id_ed25519* id_xmss* .ssh/ .gnupg/ .password-store/ secring.*`;

const accounts = `
  .aws/ .azure/ .kube/ .config/gcloud/ .config/gh/ kubeconfig kubeconfig.y*ml *.kubeconfig credentials
  .credentials* credentials.json credentials.toml credentials.y*ml credentials.ini credentials.xml
  credentials.properties credentials.db *.credentials client_secret*.json service-account*.json
  service_account*.json serviceaccount*.json application_default_credentials.json secret.json secret.toml
  secret.y*ml secret.ini secret.txt secrets.json secrets.toml secrets.y*ml secrets.ini secrets.txt
  .secrets .secrets/ local.settings.json`;

const infrastructure = `
  *.tfstate *.tfstate.* *.tfvars *.tfvars.json .terraformrc terraform.rc`;

const histories = `
  .*_history .histfile`;

const agents = `
  agents.md agents.*.md agent.md claude.md claude.*.md gemini.md skill.md .parley/ .claude/ .codex/
  .gemini/ .agents/ .agent/ .cursor/ .cursorrules .windsurf/ .windsurfrules .clinerules .clinerules/ .roo/
  .roorules* .kiro/ .opencode/ opencode.json* .aider* .continue/ .junie/ .goosehints .augment/
  .github/copilot-instructions.md .github/instructions/ .github/prompts/ .github/chatmodes/
  .github/agents/ .rules`;

/** Files of each mark; a file may have several marks. */
export const fileMarks: Record<FileMark, Registered> = {
  'runs-code': { names: namesIn(hooks, ci, packages, builds, shells, editors, agentTools) },
  'holds-secrets': {
    names: namesIn(settings, keys, accounts, infrastructure, histories),
    except: ['id_*.pub'],
  },
  'changes-ignored': { names: ['.*ignore'] },
  'steers-agents': { names: namesIn(agents) },
};

function namesIn(...lists: string[]): string[] {
  return lists.flatMap((list) => list.trim().split(/\s+/));
}

const rules = everyFileMark.map((mark) => {
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
