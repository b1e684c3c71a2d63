import { byName, covered, exact, person, unsafe } from './command-row.ts';

/**
 * Options that are harmless to any test runner, linter or compiler behind a script; most others are not to some:
 * `--reporter`, `--config` and `--require` load files. Where one takes no value, the word after it is a file.
 */
export const scriptOptions =
  '--watch --run --coverage --verbose --silent --bail --ci --update --check --fix --noEmit -t=test --grep=test --testNamePattern=test';

const toScript = (after: 'name' | 'dashes') =>
  ({ handsOn: { after, options: scriptOptions, operands: 'test*' } }) as const;

const anotherFolder = unsafe(
  '--prefix -C --dir --cwd --global -g --location',
  'writes',
  'Works in another folder',
);
const npmSettings = unsafe(
  '--script-shell --node-options --shell --userconfig --globalconfig --git --ignore-scripts=false -c --call',
  'runs',
  'Sets which programs run',
);
const npmUnsafe = [
  anotherFolder,
  npmSettings,
  unsafe('--registry', 'installs', 'Gets packages from elsewhere'),
];

const npmScriptOptions =
  '-s -w=name -ws --silent --quiet --if-present --workspace=name --workspaces --include-workspace-root --loglevel=word --no-color --foreground-scripts';

const npmScript = {
  options: npmScriptOptions,
  operands: 'test*',
  unsafe: npmUnsafe,
  ...toScript('dashes'),
} as const;

const editsManifest = (reason: string) => person('writes', reason);

const npm = exact('runs', 'Manages packages', {
  unsafe: npmUnsafe,
  subcommands: {
    'test t tst': covered('runs', 'Runs the folder’s script “test”', npmScript),
    'start stop restart': covered('runs', 'Runs a script of the folder', npmScript),
    'run run-script rum urn': covered('runs', 'Runs a script of the folder', {
      ...npmScript,
      named: 'script',
    }),
    'ci clean-install ic': covered('installs', 'Installs the packages of the lock file', {
      options:
        '-s --silent --ignore-scripts --no-audit --no-fund --prefer-offline --offline --omit=dev|optional|peer --include=dev|optional|peer --loglevel=word --no-progress',
      unsafe: npmUnsafe,
    }),
    'install i in ins inst insta instal isnt isnta isntal isntall': covered(
      'installs',
      'Installs the packages that the folder names',
      {
        options:
          '-s --silent --ignore-scripts --no-audit --no-fund --prefer-offline --offline --no-save --omit=dev|optional|peer --include=dev|optional|peer --loglevel=word --no-progress --package-lock-only',
        unsafe: [
          ...npmUnsafe,
          unsafe('--force -f --legacy-peer-deps', 'installs', 'Installs packages that do not fit'),
          unsafe('--save --save-dev --save-exact -S -D -E -P -O', 'installs', 'Adds packages'),
        ],
      },
    ),
    'add update up upgrade udpate': exact('installs', 'Installs other packages', { unsafe: npmUnsafe }),
    'uninstall remove rm r un unlink': exact('deletes', 'Removes packages', { unsafe: npmUnsafe }),
    'ls list la ll': covered('reads', 'Lists packages', {
      options:
        '-a -l --all --depth=number --json --long --parseable --prod --dev --omit=dev|optional|peer -w=name --workspace=name --workspaces',
      operands: 'package*',
      unsafe: npmUnsafe,
    }),
    'view info show v': covered('reads', 'Shows what the registry says of a package', {
      options: '--json',
      operands: 'package word*',
      unsafe: npmUnsafe,
    }),
    outdated: covered('reads', 'Lists packages with newer versions', {
      options: '-a -l --all --json --long',
      operands: 'package*',
      unsafe: npmUnsafe,
    }),
    'explain why': covered('reads', 'Says why a package is there', {
      options: '--json',
      operands: 'package*',
      unsafe: npmUnsafe,
    }),
    'search find': covered('reads', 'Searches the registry', {
      options: '--json',
      operands: 'word*',
      unsafe: npmUnsafe,
    }),
    audit: covered('sends', 'Asks the registry about the folder’s packages', {
      options: '--json --production --omit=dev|optional|peer --audit-level=word',
      unsafe: npmUnsafe,
      subcommands: { fix: exact('installs', 'Installs other packages') },
    }),
    'root prefix whoami ping doctor': covered('reads', 'Says how npm stands', { unsafe: npmUnsafe }),
    pkg: person('writes', 'Changes package.json', {
      subcommands: { get: covered('reads', 'Prints a part of package.json', { operands: 'name*' }) },
    }),
    'set-script version init innit create': editsManifest('Changes package.json'),
    'config c set get': exact('writes', 'Changes the settings of npm, or prints them'),
    'exec x explore edit': exact('runs', 'Runs another program'),
    'rebuild rb': exact('runs', 'Runs the scripts of packages'),
    'publish pub dist-tag dist-tags deprecate team access owner author hook org profile link ln': exact(
      'sends',
      'Publishes packages, or changes who may',
    ),
    unpublish: person('deletes', 'Deletes a package for everybody'),
    'token login adduser add-user logout': person('sends', 'Changes how npm signs in'),
    cache: exact('deletes', 'Changes what npm keeps'),
  },
});

const installOptions =
  '--frozen-lockfile --no-frozen-lockfile --prefer-offline --offline --ignore-scripts --silent -s --prod -P --dev -D --immutable --check-files --non-interactive';

const pnpm = exact('runs', 'Manages packages', {
  unsafe: [anotherFolder, npmSettings],
  subcommands: {
    'test t': covered('runs', 'Runs the folder’s script “test”', { unsafe: npmUnsafe, ...toScript('name') }),
    'start stop': covered('runs', 'Runs a script of the folder', { unsafe: npmUnsafe, ...toScript('name') }),
    'run run-script': covered('runs', 'Runs a script of the folder', {
      named: 'usual-script',
      unsafe: npmUnsafe,
      ...toScript('name'),
    }),
    'install i': covered('installs', 'Installs the packages that the folder names', {
      options: installOptions,
      unsafe: npmUnsafe,
    }),
    'list ls ll la': covered('reads', 'Lists packages', {
      options: '--depth=number --json --long --prod --dev',
      operands: 'package*',
    }),
    'why outdated': covered('reads', 'Says how packages stand', { options: '--json', operands: 'package*' }),
    'add update up upgrade import link': exact('installs', 'Installs other packages', { unsafe: npmUnsafe }),
    'remove rm uninstall un': exact('deletes', 'Removes packages'),
    'exec dlx create recursive multi m': exact('runs', 'Runs another program'),
    'init pkg version': editsManifest('Changes package.json'),
    'config c set get': exact('writes', 'Changes the settings of pnpm, or prints them'),
    publish: exact('sends', 'Publishes a package'),
    store: exact('deletes', 'Changes what pnpm keeps'),
  },
});

const yarn = exact('runs', 'Manages packages, or runs one of their programs', {
  unsafe: [anotherFolder, npmSettings],
  subcommands: {
    test: covered('runs', 'Runs the folder’s script “test”', toScript('name')),
    run: covered('runs', 'Runs a script of the folder', { named: 'usual-script', ...toScript('name') }),
    install: covered('installs', 'Installs the packages that the folder names', { options: installOptions }),
    'list why info outdated': covered('reads', 'Says how packages stand', {
      options: '--depth=number --json --pattern=name',
      operands: 'package*',
    }),
    'add up upgrade link': exact('installs', 'Installs other packages'),
    remove: exact('deletes', 'Removes packages'),
    'exec dlx create node workspace workspaces plugin': exact('runs', 'Runs another program'),
    'init version': editsManifest('Changes package.json'),
    'config set': exact('writes', 'Changes the settings of yarn, or prints them'),
    'publish npm': exact('sends', 'Publishes a package'),
    cache: exact('deletes', 'Changes what yarn keeps'),
  },
});

const loadsFile = (options: string) => unsafe(options, 'runs', 'Loads a configuration or other code');

const vitestOptions = `-u -t=text --run --watch --update --testNamePattern=text --coverage --bail=number --silent
  --passWithNoTests --reporter=default|verbose|dot|json|tap|tap-flat|basic|tree --changed --project=name --retry=number
  --testTimeout=number --hideSkippedTests --no-color --globals --isolate --no-isolate --allowOnly --logHeapUsage`;

const vitestUnsafe = [
  loadsFile(
    '-c --config --globalSetup --environment --runner --browser --pool --execArgv --typecheck --diff --snapshotEnvironment --sequence',
  ),
  unsafe('-r --root --dir', 'runs', 'Works in another folder'),
  unsafe(
    '--outputFile --attachmentsDir --ui --api --inspect --inspect-brk',
    'writes',
    'Writes files, or opens a port',
  ),
  loadsFile('--reporter'),
];

const vitestRun = covered('runs', 'Runs tests', {
  options: vitestOptions,
  operands: 'test*',
  unsafe: vitestUnsafe,
});

/** Programs of JavaScript and TypeScript: npm 11, pnpm 10, yarn 1 and 4, and the tools that projects run. */
export const javascriptRows = byName({
  npm,
  pnpm,
  yarn,
  'npx pnpx bunx': exact('runs', 'Gets a program and runs it'),
  'corepack nvm fnm volta': exact('installs', 'Installs versions of programs'),
  bun: exact('runs', 'Runs a script, and manages packages', {
    subcommands: {
      'install i': covered('installs', 'Installs the packages that the folder names', {
        options: '--frozen-lockfile --production --silent --ignore-scripts',
      }),
    },
  }),
  tsc: covered('writes', 'Checks and compiles TypeScript', {
    options: `-b -w -v -p=.|tsconfig.json --noEmit --build --watch --version --project=.|tsconfig.json --pretty
      --strict --skipLibCheck --incremental --noEmitOnError --listFiles --listFilesOnly --showConfig
      --noUnusedLocals --noUnusedParameters --emitDeclarationOnly --declaration --verbose --diagnostics
      --extendedDiagnostics --force --dry`,
    operands: 'path*',
    unsafe: [
      unsafe('-p --project', 'writes', 'Names another configuration'),
      unsafe(
        '--outDir --outFile --declarationDir --tsBuildInfoFile --generateTrace --generateCpuProfile --rootDir',
        'writes',
        'Writes elsewhere',
      ),
      unsafe('--init', 'writes', 'Writes a configuration'),
      unsafe('--plugins', 'runs', 'Loads other code'),
    ],
  }),
  eslint: covered(['reads', 'writes'], 'Checks files, and mends them', {
    options: `-f=stylish|json|html --format=stylish|json|html --fix --fix-dry-run --quiet --max-warnings=number
      --color --no-color --cache --debug --no-error-on-unmatched-pattern --report-unused-disable-directives
      --no-warn-ignored --stats --no-inline-config --fix-type=problem|suggestion|layout|directive`,
    operands: 'path*',
    unsafe: [
      loadsFile(
        '-c --config --rulesdir --resolve-plugins-relative-to --parser --plugin -f --format --rule --flag',
      ),
      unsafe('-o --output-file --cache-location --cache-file --init', 'writes', 'Writes a file'),
      unsafe('--ignore-path', 'reads', 'Reads a further file'),
    ],
  }),
  prettier: covered(['reads', 'writes'], 'Checks and formats files', {
    options: `-c -l -w -u --check --list-different --write --ignore-unknown --log-level=word --cache --no-cache
      --no-color --no-error-on-unmatched-pattern`,
    operands: 'path*',
    unsafe: [
      loadsFile('--config --plugin --plugin-search-dir --config-precedence --no-config'),
      unsafe(
        '--ignore-path --with-node-modules --find-config-path --file-info',
        'reads',
        'Reads further files',
      ),
      unsafe('--cache-location', 'writes', 'Writes a file'),
    ],
  }),
  biome: exact('writes', 'Checks and formats files', {
    subcommands: {
      'check lint format ci': covered(['reads', 'writes'], 'Checks and formats files', {
        options:
          '--write --fix --changed --staged --max-diagnostics=number --error-on-warnings --colors=off|force --diagnostic-level=info|warn|error --no-errors-on-unmatched --files-ignore-unknown=true|false',
        operands: 'path*',
        unsafe: [
          loadsFile('--config-path --only --skip'),
          unsafe('--unsafe', 'writes', 'Changes what code does'),
          unsafe('--reporter --reporter-file --log-path', 'writes', 'Writes a file'),
          unsafe('--since', 'reads', 'Names a commit to git'),
        ],
      }),
    },
  }),
  vitest: covered('runs', 'Runs tests', {
    options: vitestOptions,
    operands: 'test*',
    unsafe: vitestUnsafe,
    subcommands: { 'run watch dev related list': vitestRun, 'bench init': exact('runs', 'Runs benchmarks') },
  }),
  jest: covered('runs', 'Runs tests', {
    options: `-t=text -b -u -i -o --testNamePattern=text --coverage --watch --watchAll --ci --bail --runInBand --verbose
      --silent --onlyChanged --updateSnapshot --passWithNoTests --forceExit --detectOpenHandles --maxWorkers=number
      --no-cache --no-coverage --listTests --colors --json --testTimeout=number`,
    operands: 'test*',
    unsafe: [
      loadsFile(
        '-c --config --globalSetup --globalTeardown --setupFiles --setupFilesAfterEnv --runner --reporters --testRunner --testEnvironment --env --transform --resolver --preset --projects --testSequencer --testResultsProcessor --moduleLoader --snapshotSerializers --prettierPath --watchPlugins --filter --haste',
      ),
      unsafe('--rootDir --roots', 'runs', 'Works in another folder'),
      unsafe('--outputFile --coverageDirectory --cacheDirectory', 'writes', 'Writes files elsewhere'),
    ],
  }),
  mocha: covered('runs', 'Runs tests', {
    options:
      '-b -w -g=text -f=text -R=spec|dot|min|list|tap|json|nyan -i -c -C --grep=text --fgrep=text --bail --watch --reporter=spec|dot|min|list|tap|json|nyan --invert --timeout=number -t=number --exit --recursive --parallel --forbid-only --check-leaks',
    operands: 'test*',
    unsafe: [
      loadsFile(
        '-r --require --config --package --opts -u --ui --reporter -R --file --spec --import --loader',
      ),
      unsafe('--extension --ignore --watch-files', 'reads', 'Runs other files'),
    ],
  }),
  playwright: exact('runs', 'Runs browsers', {
    subcommands: {
      test: covered('runs', 'Runs tests in browsers', {
        options: `-g=text -x -j=number -u --grep=text --grep-invert=text --headed --project=name --workers=number
          --retries=number --reporter=list|line|dot|json|github --last-failed --list --update-snapshots
          --max-failures=number --repeat-each=number --timeout=number --quiet --forbid-only --fully-parallel
          --pass-with-no-tests --only-changed --shard=name`,
        operands: 'test*',
        unsafe: [
          loadsFile('-c --config --reporter --tsconfig'),
          unsafe(
            '--output --ui --ui-host --ui-port --debug --trace --test-list',
            'writes',
            'Writes files, or opens a port',
          ),
        ],
      }),
      'install install-deps uninstall': exact('installs', 'Installs browsers'),
    },
  }),
  'turbo nx lerna gulp grunt nodemon concurrently cross-env cross-env-shell dotenv dotenvx npm-run-all run-s run-p pm2 forever':
    exact('runs', 'Runs what it is given'),
  'zx tsx ts-node ts-node-dev esno jiti vite-node babel-node': exact('runs', 'Runs what it is given', {
    unchanged: 'first',
  }),
  'vite next webpack rollup esbuild': exact(['runs', 'writes'], 'Builds or serves the folder'),
});
