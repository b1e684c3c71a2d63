import { byName, covered, exact, person, personOnly, saysVersion, unsafe } from './command-row.ts';

const getopt = { syntax: 'getopt' } as const;
const repository = { readsFrom: 'repository' } as const;

const otherProgram = 'Runs another program';

const writesFile = unsafe('--output --output-directory', 'writes', 'Writes a file');

/** Options by which git shows commits and changes. */
const showing = `-p -u -s -w -b -a -R -z -i -E -F -n=number -<number> -U[=number] -S=text -G=text -L=text -M[=number]
  -C[=number] --patch --no-patch --stat[=text] --numstat --shortstat --summary --dirstat --name-only --name-status
  --unified[=number] --raw --patch-with-stat --minimal --patience --histogram --word-diff[=word] --color-words
  --color[=word] --no-color --color-moved[=word] --ignore-all-space --ignore-space-change --ignore-blank-lines
  --ignore-space-at-eol --function-context --diff-filter=word --find-renames[=text] --no-renames --exit-code
  --quiet --check --full-index --binary --abbrev[=number] --no-ext-diff --no-textconv --no-prefix --relative
  --cached --staged --merge-base --compact-summary --pickaxe-all --pickaxe-regex --text --format=text --pretty[=text]
  --oneline --abbrev-commit --no-abbrev-commit --graph --no-graph --decorate[=word] --no-decorate --all --branches
  --tags --remotes --first-parent --merges --no-merges --reverse --follow --max-count=number --skip=number
  --since=text --after=text --until=text --before=text --author=text --committer=text --grep=text --all-match
  --invert-grep --regexp-ignore-case --extended-regexp --fixed-strings --date=text --date-order --topo-order
  --left-right --cherry-pick --cherry-mark --boundary --show-signature --no-notes --full-history --simplify-merges
  --no-walk --source --reflog --walk-reflogs -g -m -c --cc`;

const shows = {
  ...getopt,
  ...repository,
  options: showing,
  operands: 'revision*',
  unsafe: [
    writesFile,
    unsafe('--ext-diff --textconv', 'runs', otherProgram),
    personOnly('--no-index', 'reads', 'Reads files outside of the folder'),
    unsafe('-O --orderfile', 'reads', 'Reads a further file'),
  ],
} as const;

const reachesRemote = [
  unsafe(
    '--upload-pack --receive-pack --exec --server-option -o',
    'runs',
    'Names a program, or more, to the remote',
  ),
  unsafe('--recurse-submodules', 'sends', 'Reaches the remotes of submodules'),
];

const push = covered('sends', 'Sends commits to a remote of the repository', {
  ...getopt,
  options: `-u -n -v -q -4 -6 --set-upstream --dry-run --verbose --quiet --porcelain --progress --no-progress --atomic
    --follow-tags --thin --no-thin --verify --ipv4 --ipv6`,
  operands: 'remote name*',
  unsafe: [
    unsafe('-f --force --force-with-lease --force-if-includes', 'rewrites', 'Replaces commits on the remote'),
    unsafe('-d --delete', 'deletes', 'Deletes branches on the remote'),
    personOnly('--mirror --prune', ['deletes', 'rewrites'], 'Deletes branches that are only on the remote'),
    unsafe('--all --branches --tags', 'sends', 'Sends every branch or tag'),
    unsafe('--receive-pack --exec', 'runs', otherProgram),
    unsafe('-o --push-option --repo --signed --recurse-submodules', 'sends', 'Sends more than commits'),
    unsafe('--no-verify', 'sends', 'Leaves out the checks before a push'),
  ],
});

/** Git 2.39 to 2.51. Its subcommands take long options cut short, so only whole names are covered. */
export const gitRows = byName({
  git: exact('runs', 'Takes settings and a folder before its subcommand', {
    ...getopt,
    unsafe: [
      unsafe('-c --config-env --exec-path', 'runs', 'Sets what git runs'),
      unsafe('-C --git-dir --work-tree --namespace', 'reads', 'Works in another repository'),
    ],
    subcommands: {
      ...saysVersion,
      push,
      status: covered('reads', 'Shows what is changed', {
        ...getopt,
        ...repository,
        options: `-s -b -u[=word] -v -z --short --branch --porcelain[=word] --long --verbose --show-stash --ahead-behind
          --no-ahead-behind --untracked-files[=word] --ignored[=word] --renames --no-renames`,
        operands: 'path*',
      }),
      diff: covered('reads', 'Shows changes', shows),
      'log whatchanged': covered('reads', 'Shows commits', shows),
      show: covered('reads', 'Shows a commit', shows),
      shortlog: covered('reads', 'Shows who made commits', {
        ...getopt,
        ...repository,
        options: '-s -n -e -c --summary --numbered --email --no-merges --all --since=text --until=text',
        operands: 'revision*',
      }),
      blame: covered('reads', 'Shows who wrote each line', {
        ...getopt,
        ...repository,
        options: '-w -s -e -l -t -f -n -M -C -L=text --date=text --show-email --porcelain --line-porcelain',
        operands: 'revision*',
        unsafe: [unsafe('--contents --ignore-revs-file -S', 'reads', 'Reads a further file')],
      }),
      describe: covered('reads', 'Names a commit by a tag', {
        ...repository,
        options:
          '--tags --all --always --long --dirty --abbrev=number --exact-match --match=text --first-parent',
        operands: 'revision*',
      }),
      'rev-parse': covered('reads', 'Prints names of commits and folders', {
        ...repository,
        options: `--short[=number] --verify --quiet --abbrev-ref[=word] --symbolic-full-name --show-toplevel --show-prefix
          --show-cdup --git-dir --absolute-git-dir --git-common-dir --is-inside-work-tree --is-bare-repository
          --is-shallow-repository --all --branches --tags --remotes`,
        operands: 'revision*',
      }),
      'rev-list': covered('reads', 'Lists commits', {
        ...repository,
        options: `--count --all --max-count=number --left-right --no-merges --merges --first-parent --since=text
          --until=text --reverse`,
        operands: 'revision*',
      }),
      'merge-base': covered('reads', 'Names a common commit', {
        ...repository,
        options: '--all --is-ancestor --octopus --fork-point',
        operands: 'revision*',
      }),
      'ls-files': covered('reads', 'Lists files', {
        ...getopt,
        ...repository,
        options: `-c -d -m -o -s -u -t -v -z --cached --deleted --modified --others --stage --exclude-standard --ignored
          --full-name --directory --eol --error-unmatch`,
        operands: 'path*',
        unsafe: [unsafe('-X --exclude-from -x --exclude-per-directory', 'reads', 'Reads a further file')],
      }),
      'ls-tree': covered('reads', 'Lists files of a commit', {
        ...getopt,
        ...repository,
        options: '-r -d -t -l -z --name-only --full-name --full-tree --long',
        operands: 'revision*',
      }),
      'cat-file': covered('reads', 'Prints something that is stored', {
        ...repository,
        options: '-p -t -s -e',
        operands: 'revision*',
        unsafe: [unsafe('--textconv --filters', 'runs', otherProgram)],
      }),
      'name-rev': covered('reads', 'Names commits', {
        ...repository,
        options: '--name-only --tags',
        operands: 'revision*',
      }),
      'show-ref': covered('reads', 'Lists branches and tags', {
        ...repository,
        options: '--heads --branches --tags --verify --quiet --hash --abbrev',
        operands: 'name*',
      }),
      'for-each-ref': covered('reads', 'Lists branches and tags', {
        ...repository,
        options: '--sort=text --count=number --format=text --contains=revision --merged=revision',
        operands: 'name*',
      }),
      reflog: exact('reads', 'Shows where branches were', {
        unsafe: [],
        subcommands: {
          show: covered('reads', 'Shows where branches were', {
            ...repository,
            options: '-n=number --date=text --oneline',
            operands: 'revision',
          }),
          'expire delete': person('deletes', 'Deletes what deleted commits are found by'),
        },
      }),
      grep: person('reads', 'Reads whole folders, files that hold secrets among them', {
        ...getopt,
        unsafe: [unsafe('-O --open-files-in-pager', 'runs', otherProgram)],
      }),
      branch: covered('writes', 'Lists branches, and makes new ones', {
        ...getopt,
        ...repository,
        lists: {
          reason: 'Lists branches',
          options: '-a -r -v -vv --all --remotes --verbose --show-current --sort=text --no-color --no-column',
          operands: '',
        },
        options: `-a -r -v -vv -q -l -i -t --all --remotes --verbose --list --show-current --contains[=revision]
          --no-contains[=revision] --merged[=revision] --no-merged[=revision] --sort=text --format=text --column
          --no-column --color[=word] --points-at=revision --track[=word] --no-track --ignore-case`,
        operands: 'name*',
        unsafe: [
          unsafe('-d -D --delete', 'deletes', 'Deletes branches'),
          unsafe('-f --force -m -M --move -c -C --copy', 'rewrites', 'Replaces or renames branches'),
          unsafe(
            '-u --set-upstream-to --unset-upstream --edit-description',
            'writes',
            'Changes the settings of a branch',
          ),
        ],
      }),
      switch: covered('writes', 'Changes to a branch', {
        ...getopt,
        options:
          '-c=name -q -t --create=name --detach -d --quiet --track[=word] --no-track --guess --no-guess --progress',
        operands: 'name*',
        unsafe: [
          unsafe('-f --force --discard-changes', 'deletes', 'Throws changes away'),
          unsafe('-C --force-create --orphan', 'rewrites', 'Replaces a branch'),
          unsafe('-m --merge --conflict', 'writes', 'Merges changes into the branch'),
          unsafe('--ignore-other-worktrees --recurse-submodules', 'writes', 'Reaches other folders'),
        ],
      }),
      checkout: exact(['writes', 'deletes'], 'Changes to a branch, or throws changes of files away', {
        ...getopt,
        options: '-b=name -q -t --quiet --track --detach',
        unsafe: [unsafe('-f --force -B', ['deletes', 'rewrites'], 'Throws changes away')],
      }),
      add: covered('writes', 'Takes changes into the next commit', {
        ...getopt,
        options: '-A -u -n -v -N --all --update --dry-run --verbose --intent-to-add --no-all --renormalize',
        operands: 'path*',
        unsafe: [
          unsafe('-f --force', 'writes', 'Takes files that are ignored'),
          unsafe('--pathspec-from-file', 'reads', 'Reads a further file'),
          unsafe('-e --edit -p --patch -i --interactive', 'runs', 'Opens an editor'),
          unsafe('--chmod', 'writes', 'Changes whether a file can be run'),
        ],
      }),
      commit: covered('writes', 'Makes a commit', {
        ...getopt,
        options: `-m=text -a -s -v -q --message=text --all --signoff --verbose --quiet --allow-empty --dry-run --short
          --porcelain --no-edit --status --no-status`,
        operands: 'path*',
        unsafe: [
          unsafe('--amend --fixup --squash', 'rewrites', 'Changes an earlier commit'),
          unsafe('-n --no-verify', 'writes', 'Leaves out the checks before a commit'),
          unsafe('-F --file -t --template --pathspec-from-file', 'reads', 'Reads a further file'),
          unsafe('-e --edit -c --reedit-message -p --patch --interactive', 'runs', 'Opens an editor'),
          unsafe('-S --gpg-sign', 'runs', 'Runs the program that signs'),
          unsafe(
            '--author --date -C --reuse-message',
            'writes',
            'Says somebody else made it, or at another time',
          ),
        ],
      }),
      fetch: covered(['sends', 'writes'], 'Gets commits of a remote of the repository', {
        ...getopt,
        options: `-p -t -n -v -q -4 -6 -j=number --all --prune --tags --no-tags --verbose --quiet --progress --no-progress
          --dry-run --depth=number --deepen=number --unshallow --jobs=number --ipv4 --ipv6 --porcelain`,
        operands: 'remote name*',
        unsafe: [
          ...reachesRemote,
          unsafe('-f --force -u --update-head-ok --refmap --prune-tags -P', 'rewrites', 'Replaces branches'),
          unsafe('--multiple --stdin', 'sends', 'Reaches several remotes'),
        ],
      }),
      pull: covered('writes', 'Gets commits of a remote, and merges them', {
        ...getopt,
        options: `-v -q -4 -6 --ff-only --ff --no-ff --no-rebase --verbose --quiet --progress --no-progress --stat --no-stat
          --tags --no-tags --no-edit --ipv4 --ipv6`,
        operands: 'remote name*',
        unsafe: [
          ...reachesRemote,
          unsafe('-r --rebase', 'rewrites', 'Makes own commits anew'),
          unsafe('-f --force --allow-unrelated-histories', 'rewrites', 'Replaces branches'),
          unsafe('-s --strategy -X --strategy-option', 'runs', 'Names a program that merges'),
          unsafe('-S --gpg-sign', 'runs', 'Runs the program that signs'),
        ],
      }),
      'ls-remote': covered('sends', 'Lists branches of a remote of the repository', {
        ...getopt,
        options: '-h -t -q --heads --tags --refs --quiet --exit-code --symref',
        operands: 'remote name*',
        unsafe: reachesRemote,
      }),
      remote: covered('reads', 'Lists remotes', {
        ...repository,
        options: '-v --verbose',
        subcommands: {
          'get-url': covered('reads', 'Says where a remote is', {
            ...repository,
            options: '--all --push',
            operands: 'remote',
          }),
          'add set-url rename set-head set-branches': exact('writes', 'Changes where git sends to'),
          'remove rm prune': exact('deletes', 'Removes remotes and what was got of them'),
          'show update': exact('reads', 'Gets commits of remotes'),
        },
      }),
      merge: covered('writes', 'Merges a branch', {
        ...getopt,
        options:
          '-m=text -n -q -v --ff-only --ff --no-ff --no-edit --stat --no-stat --abort --quiet --verbose --squash --no-commit',
        operands: 'name*',
        unsafe: [
          unsafe('-s --strategy -X --strategy-option', 'runs', 'Names a program that merges'),
          unsafe('-e --edit --continue', 'runs', 'Opens an editor'),
          unsafe('-S --gpg-sign', 'runs', 'Runs the program that signs'),
          unsafe('-F --file', 'reads', 'Reads a further file'),
          unsafe('--allow-unrelated-histories --autostash --no-verify', 'writes', 'Leaves out checks'),
        ],
      }),
      tag: covered('writes', 'Lists tags, and makes new ones', {
        ...getopt,
        ...repository,
        lists: { reason: 'Lists tags', options: '-n[=number] --sort=text --no-column', operands: '' },
        options:
          '-l -a -n[=number] -m=text -i --list --annotate --message=text --sort=text --contains=revision --merged=revision --points-at=revision --column --format=text',
        operands: 'name*',
        unsafe: [
          unsafe('-d --delete', 'deletes', 'Deletes tags'),
          unsafe('-f --force', 'rewrites', 'Replaces tags'),
          unsafe('-s -u --sign --local-user -v --verify', 'runs', 'Runs the program that signs'),
          unsafe('-F --file', 'reads', 'Reads a further file'),
          unsafe('-e --edit', 'runs', 'Opens an editor'),
        ],
      }),
      stash: exact('writes', 'Puts changes aside, or takes them back', {
        operands: 'any*',
        options: '-u -q -m=text -k --include-untracked --keep-index --message=text --staged --quiet --index',
        subcommands: {
          list: covered('reads', 'Lists changes that were put aside', {
            ...repository,
            options: '--oneline --date=text',
          }),
          show: covered('reads', 'Shows changes that were put aside', {
            options: '-p --patch --stat --name-only',
            operands: 'revision',
          }),
          drop: exact('deletes', 'Deletes changes that were put aside'),
          clear: person('deletes', 'Deletes all changes that were put aside'),
        },
      }),
      restore: exact('deletes', 'Throws changes of files away', {
        ...getopt,
        operands: 'any*',
        options: '-s=text -q -W --source=text --worktree --quiet',
        subcommands: {
          '--staged -S': covered('writes', 'Takes files out of the next commit', {
            ...getopt,
            options: '-q -S --staged --quiet',
            operands: 'path*',
            unsafe: [
              unsafe('-W --worktree --source -s', 'deletes', 'Throws changes of files away'),
              unsafe('--pathspec-from-file', 'reads', 'Reads a further file'),
            ],
          }),
        },
      }),
      reset: exact('rewrites', 'Moves a branch, and takes files out of the next commit', {
        ...getopt,
        options: '-q --soft --mixed --quiet',
        unsafe: [personOnly('--hard --merge --keep', 'deletes', 'Throws all changes away')],
      }),
      clean: person('deletes', 'Deletes all files that git does not know', {
        ...getopt,
        operands: 'any*',
        options: '-f -d -x -X -q -e=text --force --quiet --exclude=text',
        subcommands: {
          '-n --dry-run': covered('reads', 'Lists what would be deleted', {
            ...getopt,
            options: '-n -d -x -X -q --dry-run',
            operands: 'path*',
            unsafe: [
              personOnly('-f --force', 'deletes', 'Deletes all files that git does not know'),
              unsafe('-i --interactive -e --exclude', 'deletes', 'Lists other files'),
            ],
          }),
        },
      }),
      rm: exact('deletes', 'Deletes files', {
        ...getopt,
        options: '-f -n -q --cached --force --dry-run --quiet --ignore-unmatch',
        unsafe: [personOnly('-r', 'deletes', 'Deletes folders with all that is in them')],
      }),
      mv: exact('writes', 'Moves files', { options: '-n -v -k' }),
      rebase: exact('rewrites', 'Makes commits anew', {
        ...getopt,
        options: '-q --onto=text --abort --skip --autostash --no-autostash',
        unsafe: [unsafe('-x --exec -i --interactive -s --strategy', 'runs', otherProgram)],
      }),
      'cherry-pick revert': exact('writes', 'Makes a commit of another one', {
        ...getopt,
        options: '-n -x --no-commit --no-edit --abort --skip',
        unsafe: [unsafe('-s --strategy -S --gpg-sign -e --edit', 'runs', otherProgram)],
      }),
      config: person('writes', 'Changes the settings of git, which say what it runs', {
        subcommands: {
          '--get --get-all --list -l get list': exact(
            'reads',
            'Prints settings, passwords in addresses among them',
          ),
        },
      }),
      clone: exact(['sends', 'writes'], 'Gets a repository', {
        ...getopt,
        unsafe: [unsafe('-c --config --template -u --upload-pack', 'runs', 'Sets what git runs')],
      }),
      init: exact('writes', 'Makes a repository', {
        ...getopt,
        unsafe: [unsafe('--template', 'runs', 'Copies programs for git to run')],
      }),
      'apply am': exact('writes', 'Changes files by a patch'),
      'format-patch archive bundle': exact('writes', 'Writes files', {
        ...getopt,
        unsafe: [
          unsafe('-o --output --output-directory', 'writes', 'Writes a file'),
          unsafe('--remote --exec', 'runs', otherProgram),
        ],
      }),
      'bisect difftool mergetool for-each-repo hook send-email daemon instaweb gui gitk citool': exact(
        'runs',
        otherProgram,
      ),
      submodule: exact('runs', 'Gets other repositories, and can run programs in each', {
        subcommands: {
          status: covered('reads', 'Says how submodules stand', {
            operands: 'path*',
            options: '--cached --recursive',
          }),
        },
      }),
      worktree: exact('writes', 'Makes and removes folders of the repository', {
        subcommands: {
          list: covered('reads', 'Lists folders of the repository', {
            ...repository,
            options: '--porcelain -v --verbose',
          }),
        },
      }),
      'gc prune repack maintenance': exact('deletes', 'Deletes commits that nothing refers to', {
        unsafe: [personOnly('--prune --expire', 'deletes', 'Deletes them at once')],
      }),
      'filter-branch filter-repo replace': person('rewrites', 'Rewrites the history'),
      'update-ref symbolic-ref': exact('rewrites', 'Moves branches', {
        ...getopt,
        unsafe: [personOnly('-d --delete --stdin', 'deletes', 'Deletes branches')],
      }),
      version: covered('reads', 'Says its version'),
    },
  }),
});
