import { byName, covered, exact, saysVersion, unsafe } from './command-row.ts';

const loads = (options: string) => unsafe(options, 'runs', 'Loads a configuration or other code');
const writesFile = (options: string) => unsafe(options, 'writes', 'Writes a file');

const pipUnsafe = [
  unsafe('-r --requirement -c --constraint -e --editable', 'installs', 'Installs what a file or folder says'),
  unsafe(
    '-i --index-url --extra-index-url -f --find-links --trusted-host --proxy',
    'installs',
    'Gets packages from elsewhere',
  ),
  unsafe(
    '-t --target --prefix --root --user --python --break-system-packages',
    'installs',
    'Installs elsewhere',
  ),
  unsafe('--log --report --cache-dir', 'writes', 'Writes a file'),
];

const pipShows = (options: string, operands = '') => ({ options, operands, unsafe: pipUnsafe });

const pipSubcommands = {
  'list freeze': covered(
    'reads',
    'Lists packages',
    pipShows('--outdated -o --format=columns|json|freeze --local -l --not-required'),
  ),
  show: covered('reads', 'Says what a package is', pipShows('--files -f', 'package*')),
  check: covered('reads', 'Says whether packages fit together', pipShows('')),
  install: exact('installs', 'Installs packages, whose own scripts run', { unsafe: pipUnsafe }),
  uninstall: exact('deletes', 'Removes packages', { unsafe: pipUnsafe }),
  'download wheel': exact('installs', 'Gets packages, whose own scripts run', { unsafe: pipUnsafe }),
  'config cache': exact('writes', 'Changes the settings of pip, or what it keeps'),
};

/** Programs of Python: pip 25, uv 0.9, poetry 2, pytest 8, ruff, black, mypy. */
export const pythonRows = byName({
  'pip pip3': exact('installs', 'Manages packages', { unsafe: pipUnsafe, subcommands: pipSubcommands }),
  pipx: exact('installs', 'Installs and runs programs'),
  uv: exact('runs', 'Manages packages, and runs programs', {
    subcommands: {
      sync: covered('installs', 'Installs the packages of the lock file', {
        options:
          '--frozen --locked --all-extras --all-groups --dev --no-dev --offline -q -v --quiet --verbose --extra=word --group=word --all-packages --no-progress',
        unsafe: [
          unsafe(
            '--directory --project --active --script --python -p',
            'installs',
            'Works in another folder',
          ),
          unsafe(
            '--index --index-url --default-index --extra-index-url --find-links -f --config-file',
            'installs',
            'Gets packages from elsewhere',
          ),
        ],
      }),
      lock: covered(['reads', 'writes'], 'Writes the lock file', {
        options: '--check --locked --offline -q --quiet --dry-run',
      }),
      tree: covered('reads', 'Lists packages', {
        options: '--depth=number --frozen --locked --outdated --no-dedupe',
      }),
      pip: exact('installs', 'Manages packages', {
        subcommands: {
          list: covered('reads', 'Lists packages', { options: '--outdated --format=columns|json|freeze' }),
          'freeze check tree': covered('reads', 'Lists packages'),
          show: covered('reads', 'Says what a package is', { operands: 'package*' }),
        },
      }),
      'run tool': exact('runs', 'Runs another program'),
      add: exact('installs', 'Installs other packages'),
      remove: exact('deletes', 'Removes packages'),
      publish: exact('sends', 'Publishes a package'),
    },
  }),
  uvx: exact('runs', 'Gets a program and runs it'),
  poetry: exact('runs', 'Manages packages, and runs programs', {
    subcommands: {
      install: covered('installs', 'Installs the packages of the lock file', {
        options:
          '--no-root --sync --no-interaction -n -q -v --quiet --verbose --all-extras --with=word --without=word --only=word --extras=word --dry-run',
        unsafe: [unsafe('--directory -C --project -P', 'installs', 'Works in another folder')],
      }),
      check: covered('reads', 'Checks the project', { options: '--lock --strict' }),
      show: covered('reads', 'Lists packages', {
        options: '--tree -t --outdated -o --latest -l --only=word',
        operands: 'package',
      }),
      lock: exact('writes', 'Writes the lock file'),
      'add update': exact('installs', 'Installs other packages'),
      remove: exact('deletes', 'Removes packages'),
      'run shell': exact('runs', 'Runs another program'),
      config: exact('writes', 'Changes the settings of poetry, or prints them'),
      publish: exact('sends', 'Publishes a package'),
    },
  }),
  'pipenv pdm hatch rye conda mamba pixi tox nox': exact('runs', 'Manages packages, and runs programs'),
  'pytest py.test': covered('runs', 'Runs tests', {
    syntax: 'getopt',
    options: `-x -v -q -s -l -k=text -m=text -r=word --exitfirst --verbose --quiet --lf --last-failed --ff --failed-first
      --nf --new-first --sw --stepwise --maxfail=number --tb=auto|long|short|line|native|no --durations=number
      --collect-only --co --showlocals --no-header --no-summary --strict-markers --strict-config --capture=no|sys|fd
      --color=yes|no|auto --disable-warnings --setup-show --fixtures --markers --runxfail --cov[=path] --no-cov
      --cov-report=term|term-missing|xml|html --cov-branch --cov-fail-under=number -n=number|auto --numprocesses=auto
      --timeout=number --cache-show --cache-clear`,
    operands: 'test*',
    unsafe: [
      loads(
        '-c --config-file -p --override-ini -o --pyargs --cov-config --import-mode --doctest-modules --pythonpath',
      ),
      unsafe('--rootdir --confcutdir --noconftest', 'runs', 'Works in another folder'),
      unsafe('--basetemp', 'deletes', 'Deletes the folder that it names'),
      writesFile('--junitxml --junit-xml --log-file --result-log --report-log --cov-report --debug'),
      unsafe('--pastebin', 'sends', 'Sends results to a web page'),
      unsafe('--pdb --pdbcls --trace', 'runs', 'Opens a debugger'),
    ],
  }),
  ruff: exact('writes', 'Checks and formats files', {
    subcommands: {
      'check format': covered(['reads', 'writes'], 'Checks and formats files', {
        options:
          '--fix --diff --check --watch -w --statistics --no-cache -q -v --quiet --verbose --show-fixes --exit-zero --exit-non-zero-on-fix --preview --select=name --ignore=name --extend-select=name --output-format=concise|full|json|github|grouped --line-length=number',
        operands: 'path*',
        unsafe: [
          loads('--config --isolated'),
          writesFile('-o --output-file --cache-dir --add-noqa'),
          unsafe('--unsafe-fixes', 'writes', 'Changes what code does'),
          unsafe('--stdin-filename --no-respect-gitignore', 'reads', 'Reads other files'),
        ],
      }),
      'rule version linter': covered('reads', 'Explains a rule', { options: '--all', operands: 'word' }),
    },
  }),
  black: covered('writes', 'Formats files', {
    options:
      '--check --diff -q -v --quiet --verbose --color --no-color -l=number --line-length=number -S --skip-string-normalization --fast --safe --preview',
    operands: 'path*',
    unsafe: [
      loads('--config -c --code'),
      unsafe('--stdin-filename --include --exclude --extend-exclude', 'reads', 'Reads other files'),
    ],
  }),
  isort: covered('writes', 'Sorts imports', {
    options: '--check --check-only -c --diff -q --quiet --profile=black|django|google|pycharm',
    operands: 'path*',
    unsafe: [loads('--sp --settings-path --settings-file --settings --cr --config-root'), writesFile('-o')],
  }),
  flake8: covered('reads', 'Checks files', {
    options:
      '-q -v --quiet --verbose --count --statistics --show-source --max-line-length=number --select=name --ignore=name --extend-ignore=name -j=number --jobs=number',
    operands: 'path*',
    unsafe: [
      loads('--config --append-config --isolated --enable-extensions --format'),
      writesFile('--output-file --tee'),
    ],
  }),
  mypy: covered('reads', 'Checks types', {
    options:
      '--strict --ignore-missing-imports --show-error-codes --pretty --no-error-summary --no-incremental --explicit-package-bases --namespace-packages --check-untyped-defs --disallow-untyped-defs --warn-unused-ignores --warn-return-any -v --verbose --python-version=3.8|3.9|3.10|3.11|3.12|3.13|3.14 --follow-imports=normal|silent|skip|error',
    operands: 'path*',
    unsafe: [
      loads(
        '--config-file --python-executable --custom-typeshed-dir --custom-typing-module --shadow-file -c --command -m --module -p --package',
      ),
      writesFile(
        '--junit-xml --cache-dir --any-exprs-report --cobertura-xml-report --html-report --linecount-report --linecoverage-report --lineprecision-report --txt-report --xml-report --xslt-html-report --xslt-txt-report',
      ),
      unsafe('--install-types --non-interactive', 'installs', 'Installs packages'),
      unsafe('--pdb --raise-exceptions', 'runs', 'Opens a debugger'),
    ],
  }),
  pyright: covered('reads', 'Checks types', {
    options: '--outputjson --stats --warnings --verbose --level=word --skipunannotated --threads=number',
    operands: 'path*',
    unsafe: [
      loads('-p --project --pythonpath --venvpath -v --venv-path --typeshedpath -t'),
      unsafe('--createstub --writebaseline', 'writes', 'Writes files'),
    ],
  }),
  'python python2 python3': exact('runs', 'Runs what it is given', {
    unchanged: 'first',
    operands: 'any*',
    subcommands: saysVersion,
  }),
  'py pypy pypy3 ipython jupyter': exact('runs', 'Runs what it is given', { unchanged: 'first' }),
});
