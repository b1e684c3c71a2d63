export const listed = (names: string) => new Set(names.trim().split(/\s+/));

/**
 * Programs that run whatever follows them: a beginning of such a line says nothing of what is run. Shells,
 * interpreters, wrappers, what fetches and runs packages, and programs with a language of their own.
 */
const runsAnything = listed(`
  sh bash dash zsh fish ksh mksh csh tcsh ash busybox toybox pwsh powershell cmd nu xonsh elvish
  node nodejs deno bun tsx ts-node python python2 python3 pypy pypy3 ruby irb perl php lua luajit Rscript R julia
  java jshell groovy scala kotlin swift go dotnet osascript tclsh wish expect awk gawk mawk nawk sed ed ex vi vim nvim
  view emacs nano m4 bc dc gdb lldb make gmake ninja just task rake ant gradle mvn
  env nice ionice nohup timeout time stdbuf setsid script watch xargs parallel find fd entr flock chroot unshare
  nsenter strace ltrace ssh scp sftp rsync mosh sudo doas su pkexec runuser run0 npx pnpx bunx uvx pipx tar zip
  crontab at batch systemd-run screen tmux docker podman kubectl nix nix-shell eval less more man curl wget
  rbash yash ipython jupyter vite-node babel-node escript elixir iex erl guile racket sbcl clojure octave taskset chrt
  setpriv setarch prlimit numactl fakeroot bwrap firejail valgrind perf caffeinate xvfb-run dbus-run-session ssh-agent
  sshpass watchexec hyperfine nodemon concurrently cross-env cross-env-shell dotenv dotenvx direnv mise asdf volta fnm
  corepack pipenv pdm hatch rye conda pixi tox nox turbo nx lerna sqlite3 psql mysql socat nc ncat
  chpst tini dumb-init unbuffer rlwrap setlock softlimit runcon cpulimit capsh aa-exec wsl flatpak toolbox distrobox
  zx esno jiti ts-node-dev npm-run-all run-s run-p pm2 forever gulp grunt cmake bazel bazelisk buck2 zig dart flutter
  tcc ansible ansible-playbook vagrant multipass lima colima`);

/** The same of programs with subcommands: each subcommand that runs what follows it, or what a file says. */
const runsAnythingBy: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    'git',
    listed(`bisect submodule rebase config filter-branch difftool mergetool grep daemon alias
    for-each-repo hook send-email worktree clone remote-ext`),
  ],
  ['npm', listed('exec x explore init innit create config c set edit')],
  ['gh', listed('alias extension ext extensions codespace cs')],
  ['pnpm', listed('exec dlx create init config recursive multi m')],
  ['yarn', listed('exec dlx create init config node workspace workspaces set plugin')],
  ['bundle', listed('exec config')],
  ['uv', listed('run tool')],
  ['poetry', listed('run config')],
  ['cargo', listed('run r install config watch')],
  ['composer', listed('exec config global')],
  ['gem', listed('exec')],
  ['mix', listed('run eval cmd do')],
  ['brew', listed('sh ruby irb bundle')],
]);

/** Options that name a program to run, a file that says what runs, a file to write, or another folder to act in. */
const reachingOptions = [
  ...listed(`--upload-pack --receive-pack --exec --exec-batch --ext-diff --open-files-in-pager --output --output-file
  --output-dir --pre --hostname-bin --script-shell --node-options --compress-program --use-compress-program
  --to-command --checkpoint-action --diff-cmd --editor-cmd --post-renderer --require --import --loader --config
  --config-file --plugin --resolve-plugins-relative-to --rulesdir --parser --prefix --cwd --dir --directory
  --manifest-path --root --rootdir --outdir --outfile --target-dir --template --userconfig --globalconfig --shell
  --git --plugin-search-dir --setupfiles --globalsetup`),
];

/** The letters by which programs have such options: a configuration, a file to write, code to load first. */
const reachingLetters = 'cor';

/** Programs to which the letters mean something else. */
const ownLetters = new Map([
  ...`ls gls dir tree cat head tail wc cut uniq comm nl cp mv mkdir touch stat du df ps date grep egrep fgrep jq
  cargo`
    .split(/\s+/)
    .map((name) => [name, ''] as const),
  ['git', 'o'],
  ['pytest', 'cop'],
  ['eslint', 'cof'],
]);

/** Programs that act by subcommands, so that their name alone says too little of what they do. */
const bySubcommand =
  listed(`git npm pnpm yarn bundle uv poetry cargo pip pip3 gem composer mix apt apt-get dnf
  brew gh glab systemctl helm terraform aws gcloud az svn hg`);

/** Subcommands whose own first word is what is run: `npm run test`. */
const runsNamed: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['npm', listed('run run-script rum urn')],
  ['pnpm', listed('run')],
  ['yarn', listed('run')],
  ['composer', listed('run run-script')],
]);

/** A subcommand or the name of a script, not an option and not a path. */
const bareWord = /^[A-Za-z][A-Za-z0-9:_.-]*$/;

/**
 * Returns the leading words by which a line may be told from others when its end is left open; undefined where no
 * beginning of it says what it runs. The words are those of `plainWords`.
 */
export function openBeginning(words: readonly string[]): string[] | undefined {
  const [program = '', subcommand, named] = words;
  // What a file of the folder does is for whoever wrote it to say.
  if (program.includes('/') || isRunner(program)) return undefined;
  if (!bySubcommand.has(program)) {
    return subcommand !== undefined && bareWord.test(subcommand) ? [program, subcommand] : [program];
  }
  if (subcommand === undefined || !bareWord.test(subcommand)) return undefined;
  // A package manager runs the programs of a folder by their names.
  if (runsBySubcommand(program, subcommand) || isRunner(subcommand)) return undefined;
  if (!runsNamed.get(program)?.has(subcommand)) return [program, subcommand];
  if (named === undefined || !bareWord.test(named) || isRunner(named)) return undefined;
  return [program, subcommand, named];
}

/**
 * Some systems fold letters, many programs are installed with their version (`lua5.4`, `ruby-3.2`), and those of GNU
 * on a Mac with a `g` before their names (`gfind`).
 */
function isRunner(word: string): boolean {
  const name = word.toLowerCase().replace(/\.(?:exe|cmd|bat|com)$/, '');
  const withoutVersion = name.replace(/-?\d[\d.]*$/, '');
  const names = [name, withoutVersion, withoutVersion.replace(/^g/, '')];
  return names.some((one) => runsAnything.has(one)) || name.includes('python');
}

/** npm takes a subcommand that is cut short. */
function runsBySubcommand(program: string, subcommand: string): boolean {
  const known = runsAnythingBy.get(program);
  if (known === undefined) return false;
  return (
    known.has(subcommand) || (program === 'npm' && [...known].some((name) => name.startsWith(subcommand)))
  );
}

/**
 * True where a word behind the beginning of a line names something else to run, to write or to act in, so that the
 * beginning says too little. Options count that are cut short, are one letter, or have one dash as npm takes them.
 */
export function reachesFurther(words: readonly string[], beginning: readonly string[]): boolean {
  const [program = ''] = beginning;
  const hasFolder = bySubcommand.has(program);
  const letters = ownLetters.get(program) ?? reachingLetters;
  const byLetter = letters === '' ? undefined : new RegExp(`^-[A-Za-z0-9]*[${letters}]`);
  return words.slice(beginning.length).some((word) => {
    const [name = ''] = word.split('=');
    if (hasFolder && name.startsWith('-C')) return true;
    if (byLetter?.test(name) === true) return true;
    const long = name.toLowerCase();
    return reachingOptions.some((option) =>
      /^--./.test(long) ? option.startsWith(long) : `-${long}` === option,
    );
  });
}
