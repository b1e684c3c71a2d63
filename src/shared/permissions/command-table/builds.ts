import { byName, covered, exact, saysVersion, unsafe } from './command-row.ts';

const anotherFolder = (options: string) =>
  unsafe(options, 'runs', 'Works in another folder, or by another file');
const setsPrograms = (options: string) => unsafe(options, 'runs', 'Sets which programs run');
const writesElsewhere = (options: string) => unsafe(options, 'writes', 'Writes elsewhere');

const cargoUnsafe = [
  anotherFolder('-C --manifest-path --lockfile-path'),
  setsPrograms('--config -Z'),
  writesElsewhere('--target-dir --out-dir --artifact-dir --root --timings'),
];

const cargoOptions = `-r -q -v -j=number -p=name -F=name --release --quiet --verbose --jobs=number --package=name --features=name
  --all-features --no-default-features --workspace --all --lib --bins --tests --examples --benches --all-targets
  --bin=name --test=name --example=name --locked --offline --frozen --keep-going --profile=word
  --message-format=short|json|human --color=word`;

const cargo = (
  effects: 'runs' | 'writes' | 'reads',
  reason: string,
  more: Parameters<typeof covered>[2] = {},
) => covered(effects, reason, { options: cargoOptions, unsafe: cargoUnsafe, ...more });

const go = (effects: 'runs' | 'writes' | 'reads', reason: string, options: string) =>
  covered(effects, reason, {
    options,
    operands: 'go-packages*',
    unchanged: 'operands',
    unsafe: [
      anotherFolder('-C -modfile -overlay -pkgdir -modcacherw'),
      setsPrograms('-exec -toolexec -vettool -compiler -ldflags -gcflags -asmflags -gccgoflags -fuzz'),
      writesElsewhere(
        '-o -coverprofile -cpuprofile -memprofile -blockprofile -mutexprofile -trace -outputdir -test.outputdir',
      ),
    ],
  });

const makeUnsafe = [
  anotherFolder('-f --file --makefile -C --directory -I --include-dir'),
  setsPrograms('--eval -E -e --environment-overrides'),
  unsafe(
    '-o --old-file --assume-old -W --what-if --new-file --assume-new -t --touch',
    'writes',
    'Takes files for newer or older',
  ),
];

const target = (reason: string, options: string, more: Parameters<typeof covered>[2] = {}) =>
  covered('runs', reason, { named: 'script', options, ...more });

const make = (more: Parameters<typeof covered>[2] = {}) =>
  target(
    'Runs a target of the folder’s Makefile',
    '-j[=number] -k -s -n -B -w -i --jobs[=number] --keep-going --silent --quiet --dry-run --always-make --no-print-directory',
    { syntax: 'getopt', unsafe: makeUnsafe, ...more },
  );

/** Compilers and build tools: cargo 1.9x, go 1.25, make 4.4, cmake 4, Maven 3.9, Gradle 9, .NET 10, Bundler, Composer. */
export const buildRows = byName({
  cargo: exact('runs', 'Builds and runs Rust', {
    unsafe: cargoUnsafe,
    subcommands: {
      'build b': cargo('writes', 'Builds the crate'),
      'check c': cargo('runs', 'Checks the crate, and runs its build scripts'),
      clippy: cargo('runs', 'Checks the crate, and runs its build scripts', {
        unsafe: [
          ...cargoUnsafe,
          unsafe('--fix --allow-dirty --allow-staged --allow-no-vcs', 'writes', 'Changes files'),
        ],
        handsOn: { after: 'dashes', options: '-D=name -W=name -A=name', operands: '' },
      }),
      'test t': cargo('runs', 'Runs tests', {
        options: `${cargoOptions} --no-run --no-fail-fast --doc`,
        operands: 'name',
        handsOn: {
          after: 'dashes',
          options:
            '--nocapture --no-capture --ignored --include-ignored --exact --list --show-output --test-threads=number --skip=name',
          operands: 'name*',
        },
      }),
      fmt: covered('writes', 'Formats the crate', {
        options: '--all --check -q -v -p=name',
        unsafe: cargoUnsafe,
        handsOn: { after: 'dashes', options: '--check', operands: '' },
      }),
      'doc d': cargo('writes', 'Writes documentation', {
        options: `${cargoOptions} --no-deps --document-private-items`,
      }),
      'tree metadata': covered('reads', 'Lists packages', {
        options:
          '-i=name -e=word -d --depth=number --invert=name --edges=word --duplicates --no-dedupe --workspace --all-features --locked --offline --no-deps --format-version=1',
        unsafe: cargoUnsafe,
      }),
      'run r bench': exact('runs', 'Runs the crate’s program'),
      clean: exact('deletes', 'Deletes what was built'),
      'install add update': exact('installs', 'Installs other packages'),
      'remove rm uninstall': exact('deletes', 'Removes packages'),
      'publish yank owner login logout': exact('sends', 'Publishes a package, or changes who may'),
      'fix init new config watch generate-lockfile vendor': exact('writes', 'Changes files'),
    },
  }),
  rustc: exact('writes', 'Compiles Rust, and runs a linker', {
    unsafe: [writesElsewhere('-o --out-dir --emit'), setsPrograms('-C -Z --codegen')],
  }),
  rustfmt: covered('writes', 'Formats files', {
    options: '--check -q -v -l --edition=2015|2018|2021|2024',
    operands: 'path*',
    unsafe: [anotherFolder('--config-path --config --print-config'), writesElsewhere('--emit --backup')],
  }),
  rustup: exact('installs', 'Installs versions of Rust'),
  go: exact('runs', 'Builds and runs Go', {
    subcommands: {
      build: go(
        'writes',
        'Builds packages',
        '-v -x -n -a -race -trimpath -mod=readonly|vendor -tags=name -p=number',
      ),
      vet: go('reads', 'Checks packages', '-v -x -n -tags=name'),
      test: go(
        'runs',
        'Runs tests',
        `-v -race -short -cover -failfast -json -count=number -run=text -bench=text -benchmem
        -timeout=word -parallel=number -shuffle=on|off -tags=name -list=text -skip=text -vet=off -p=number -cpu=number
        -mod=readonly|vendor -trimpath`,
      ),
      fmt: covered('writes', 'Formats packages', {
        options: '-n -x',
        operands: 'go-packages*',
        unsafe: [anotherFolder('-C -modfile')],
      }),
      list: go('reads', 'Lists packages', '-m -json -deps -test -e -u -versions'),
      version: covered('reads', 'Says its version'),
      mod: exact('installs', 'Changes which packages are used', {
        subcommands: {
          'verify graph': covered('reads', 'Says how packages stand'),
          why: covered('reads', 'Says why a package is there', { options: '-m', operands: 'name*' }),
        },
      }),
      env: exact('writes', 'Prints settings, or changes them'),
      'run generate tool fix': exact('runs', 'Runs another program'),
      'get install work': exact('installs', 'Installs other packages'),
      clean: exact('deletes', 'Deletes what was built'),
    },
  }),
  gofmt: covered('writes', 'Formats files', {
    options: '-l -d -w -s -e',
    operands: 'path*',
    unsafe: [writesElsewhere('-cpuprofile'), unsafe('-r', 'writes', 'Rewrites code by a rule')],
  }),
  'golangci-lint': exact('writes', 'Checks packages', {
    subcommands: {
      run: covered('reads', 'Checks packages', {
        options: '-v --verbose --fast --new --timeout=word --tests=true|false',
        operands: 'go-packages*',
        unsafe: [anotherFolder('-c --config --no-config'), unsafe('--fix', 'writes', 'Changes files')],
      }),
    },
  }),
  'make gmake': make(),
  just: target('Runs a recipe of the folder’s justfile', '-n -q -v --dry-run --quiet --verbose', {
    unsafe: [
      anotherFolder('-f --justfile -d --working-directory -g --global-justfile'),
      setsPrograms('--shell --shell-arg --set --command -c --choose --chooser --dotenv-path -E --evaluate'),
    ],
  }),
  task: target(
    'Runs a task of the folder’s Taskfile',
    '-v -s -n -f -p --verbose --silent --dry --force --parallel',
    {
      unsafe: [anotherFolder('-t --taskfile -d --dir -g --global'), setsPrograms('--init -i --interval')],
    },
  ),
  rake: target('Runs a task of the folder’s Rakefile', '-q -s -n -v --quiet --silent --dry-run --trace', {
    unsafe: [
      anotherFolder('-f --rakefile -C --directory -N -g --system -G -R --rakelibdir'),
      setsPrograms('-r --require -e --execute -E -p -I --libdir'),
    ],
  }),
  ninja: target('Builds a target', '-j=number -k=number -v -n -d=stats|explain', {
    unsafe: [anotherFolder('-f -C'), setsPrograms('-t -w')],
  }),
  cmake: exact('runs', 'Sets up a build, and runs what the folder’s files say', {
    subcommands: {
      ...saysVersion,
      '--build': covered('runs', 'Builds what was set up', {
        syntax: 'getopt',
        options: '-j[=number] -v --parallel[=number] --config=word --verbose --target=script -t=script',
        operands: 'path',
        unsafe: [unsafe('--clean-first', 'deletes', 'Deletes what was built')],
      }),
    },
    unsafe: [
      setsPrograms('-D -C -P -E -G -T -A --toolchain --preset --workflow'),
      writesElsewhere('--install --open'),
    ],
  }),
  ctest: covered('runs', 'Runs tests', {
    options:
      '-V -VV -j=number -R=text -E=text -L=text -N -Q --output-on-failure --verbose --parallel=number --rerun-failed --stop-on-failure --test-dir=path --timeout=number -C=word',
    unsafe: [
      setsPrograms('-S -SP --script --build-and-test --build-makeprogram -D --dashboard -T -M'),
      writesElsewhere('-O --output-log --output-junit'),
    ],
  }),
  'gcc g++ cc c++ clang clang++ ld as ar tcc': exact('writes', 'Compiles, and can run other programs', {
    operands: 'any*',
    subcommands: saysVersion,
    unsafe: [writesElsewhere('-o'), setsPrograms('-wrapper -B -specs -fplugin -Xlinker -fuse-ld')],
  }),
  'mvn mvnd': exact('runs', 'Builds, and runs what the folder’s files say', {
    subcommands: {
      'validate compile test-compile test package verify': covered('runs', 'Builds and tests', {
        options:
          '-q -o -B -U -e -X -N -am -amd -ntp -fae -ff -T=word -pl=name -DskipTests -Dtest=text -DskipITs --quiet --offline --batch-mode --errors --no-transfer-progress --projects=name --also-make',
        unsafe: [
          anotherFolder('-f --file -s --settings -gs --global-settings -t --toolchains -l --log-file'),
          setsPrograms('-D --define -P --activate-profiles'),
        ],
      }),
      clean: exact('deletes', 'Deletes what was built'),
      install: exact('installs', 'Installs the package for others'),
      deploy: exact('sends', 'Publishes the package'),
    },
  }),
  gradle: exact('runs', 'Builds, and runs what the folder’s files say', {
    subcommands: {
      'build test check assemble classes compileJava compileKotlin': covered('runs', 'Builds and tests', {
        options:
          '-q -i -s -S --quiet --info --stacktrace --full-stacktrace --tests=text --continue --rerun-tasks --no-daemon --parallel --offline --console=plain --warning-mode=none|all|summary --build-cache --no-build-cache',
        unsafe: [
          anotherFolder(
            '-p --project-dir -b --build-file -c --settings-file -I --init-script -g --gradle-user-home --include-build --project-cache-dir',
          ),
          setsPrograms('-D --system-prop -P --project-prop -M --write-verification-metadata'),
          unsafe('--scan', 'sends', 'Sends a report of the build'),
        ],
      }),
      'projects tasks dependencies properties': covered('reads', 'Lists what the build has', {
        options: '-q --quiet --all',
      }),
      clean: exact('deletes', 'Deletes what was built'),
      publish: exact('sends', 'Publishes the package'),
    },
  }),
  'ant sbt lein bazel bazelisk buck2 zig': exact('runs', 'Builds, and runs what the folder’s files say'),
  dotnet: exact('runs', 'Builds and runs .NET', {
    subcommands: {
      'build test restore': covered('runs', 'Builds and tests', {
        options:
          '-c=Debug|Release -v=q|m|n|d|diag|quiet|minimal|normal|detailed --configuration=Debug|Release --verbosity=quiet|minimal|normal|detailed --no-restore --no-build --nologo --filter=text -f=word --framework=word --list-tests -t --no-incremental',
        operands: 'path',
        unsafe: [
          setsPrograms(
            '-p --property -l --logger --settings -s --test-adapter-path -a --collect --diag -d --blame',
          ),
          writesElsewhere('-o --output --results-directory --artifacts-path --packages --configfile'),
          unsafe('--source', 'installs', 'Gets packages from elsewhere'),
        ],
      }),
      '--info --version --list-sdks --list-runtimes': covered('reads', 'Says its version'),
      'run exec tool script fsi': exact('runs', 'Runs another program'),
      'add remove new sln': exact('installs', 'Changes the project'),
      format: exact('writes', 'Changes files'),
      clean: exact('deletes', 'Deletes what was built'),
      nuget: exact('sends', 'Publishes packages'),
    },
  }),
  composer: exact('runs', 'Manages packages, and runs scripts', {
    subcommands: {
      install: covered('installs', 'Installs the packages of the lock file', {
        options:
          '--no-dev --prefer-dist --no-interaction -n --no-progress --no-scripts -o --optimize-autoloader -q -v --dry-run',
        unsafe: [anotherFolder('-d --working-dir')],
      }),
      'validate show outdated licenses': covered('reads', 'Says how packages stand', {
        options: '--strict --no-check-publish -D --direct -t --tree --format=text|json --no-dev',
        operands: 'name',
      }),
      'run run-script exec global': exact('runs', 'Runs another program'),
      'require update': exact('installs', 'Installs other packages'),
      remove: exact('deletes', 'Removes packages'),
      config: exact('writes', 'Changes the settings of composer'),
    },
  }),
  'bundle bundler': exact('runs', 'Manages packages, and runs programs', {
    subcommands: {
      install: covered('installs', 'Installs the packages of the lock file', {
        options: '--local --quiet --jobs=number --retry=number --frozen --full-index',
        unsafe: [
          unsafe(
            '--path --gemfile --system --binstubs --shebang --standalone --deployment',
            'installs',
            'Installs elsewhere',
          ),
        ],
      }),
      'check list outdated show info platform': covered('reads', 'Says how packages stand', {
        options: '--strict --name-only --only-explicit',
        operands: 'word',
      }),
      exec: exact('runs', 'Runs another program'),
      config: exact('writes', 'Changes the settings of bundler'),
      'add update': exact('installs', 'Installs other packages'),
      'remove clean': exact('deletes', 'Removes packages'),
    },
  }),
  gem: exact('installs', 'Manages packages', {
    subcommands: {
      'list outdated': covered('reads', 'Lists packages', { options: '-l --local', operands: 'word' }),
    },
  }),
  rspec: covered('runs', 'Runs tests', {
    options:
      '-b -n -f=p|d|progress|documentation|json -e=text -t=text --format=p|d|progress|documentation|json --example=text --tag=text --fail-fast --backtrace --only-failures --next-failure --dry-run --seed=number --order=defined|rand --profile --color --no-color --warnings',
    operands: 'test*',
    unsafe: [
      setsPrograms('-r --require -I -O --options -f --format --drb'),
      writesElsewhere('-o --out --deprecation-out --failure-exit-code'),
      anotherFolder('--default-path -P --pattern'),
    ],
  }),
  rubocop: covered(['reads', 'writes'], 'Checks and formats files', {
    options:
      '-a -A -l -L --autocorrect --autocorrect-all --lint --parallel --only=name --except=name --fail-fast --display-only-fail-level-offenses -f=p|s|json|progress|simple --format=progress|simple|json',
    operands: 'path*',
    unsafe: [
      setsPrograms('-r --require -c --config --plugin -f --format --server --start-server'),
      writesElsewhere('-o --out --cache-root --auto-gen-config'),
    ],
  }),
  mix: exact('runs', 'Builds, and runs what the folder’s files say', {
    subcommands: {
      'compile format': covered('writes', 'Builds and formats', {
        options: '--check-formatted --warnings-as-errors --force',
        operands: 'path*',
      }),
    },
  }),
});
