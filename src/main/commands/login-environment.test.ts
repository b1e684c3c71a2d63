import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { LoginProblem } from '../../shared/contract/environment.ts';
import { homeWith } from '../../../test/main/commands/home-folder.ts';
import { installedShell } from '../../../test/main/commands/installed-shells.ts';
import { manualClock } from '../../../test/main/manual-clock.ts';
import { personShell, readLogin } from '../../../test/main/commands/person-shell.ts';
import { processesOfFolder } from '../../../test/main/commands/processes-of-folder.ts';
import { temporaryFolder } from '../../../test/main/temporary-folder.ts';
import { shellOf } from './known-shells.ts';
import { readLoginEnvironment } from './login-environment.ts';

const isLinux = process.platform === 'linux';

/** What Debian 12 puts into a new home (/etc/skel), as far as it decides what a shell reads. */
const skeleton = {
  '.profile': `if [ -n "$BASH_VERSION" ]; then
    if [ -f "$HOME/.bashrc" ]; then
	. "$HOME/.bashrc"
    fi
fi
if [ -d "$HOME/bin" ] ; then
    PATH="$HOME/bin:$PATH"
fi
`,
  '.bashrc': `case $- in
    *i*) ;;
      *) return;;
esac
HISTCONTROL=ignoreboth
shopt -s histappend
PS1='\${debian_chroot:+($debian_chroot)}\\u@\\h:\\w\\$ '
`,
};

/** The lines that nvm's installer appends, and what they load: only the part that sets variables. */
const nvm = {
  lines: `export NVM_DIR="$HOME/.nvm"
[ -s "$NVM_DIR/nvm.sh" ] && \\. "$NVM_DIR/nvm.sh"  # This loads nvm
[ -s "$NVM_DIR/bash_completion" ] && \\. "$NVM_DIR/bash_completion"  # This loads nvm bash_completion
`,
  files: {
    '.nvm/nvm.sh': `nvm() { echo nvm; }
export NVM_BIN="$NVM_DIR/versions/node/$(cat "$NVM_DIR/alias/default")/bin"
export PATH="$NVM_BIN:$PATH"
`,
    '.nvm/alias/default': 'v22.1.0\n',
    '.nvm/versions/node/v22.1.0/bin/own-node': '#!/bin/sh\necho own\n',
  },
};

/** Where a shell keeps what, and how a version manager of it gets onto the path. */
const managers: [string, string, Record<string, string>][] = [
  [
    'nvm in Debian’s .bashrc',
    'bash',
    { ...skeleton, ...nvm.files, '.bashrc': skeleton['.bashrc'] + nvm.lines },
  ],
  ['nvm in .bash_profile', 'bash', { ...nvm.files, '.bash_profile': nvm.lines }],
  ['nvm in .zshrc alone', 'zsh', { ...nvm.files, '.zshrc': nvm.lines }],
  ['nvm by $ENV', 'dash', { ...nvm.files, '.profile': 'export ENV="$HOME/.shrc"\n', '.shrc': nvm.lines }],
  ['nvm in .mkshrc', 'mksh', { ...nvm.files, '.mkshrc': nvm.lines }],
  [
    'asdf in .bashrc',
    'bash',
    {
      ...skeleton,
      '.bashrc': `${skeleton['.bashrc']}export PATH="\${ASDF_DATA_DIR:-$HOME/.asdf}/shims:$PATH"\n`,
      '.asdf/shims/own-node': '#!/bin/sh\necho own\n',
    },
  ],
  [
    'mise’s shims in .zprofile',
    'zsh',
    {
      '.zprofile': 'export PATH="$HOME/.local/share/mise/shims:$PATH"\n',
      '.local/share/mise/shims/own-node': '#!/bin/sh\necho own\n',
    },
  ],
  [
    'fnm in config.fish',
    'fish',
    {
      '.config/fish/config.fish': 'if status is-interactive\n  fish_add_path -gP "$HOME/fnm"\nend\n',
      'fnm/own-node': '#!/bin/sh\necho own\n',
    },
  ],
  [
    'a path in .tcshrc, with a prompt only',
    'tcsh',
    {
      '.tcshrc': 'if ($?prompt) then\n  set path = ($HOME/own $path)\nendif\n',
      'own/own-node': '#!/bin/sh\necho own\n',
    },
  ],
  [
    'a path in config.nu',
    'nu',
    {
      '.config/nushell/config.nu': '$env.PATH = ($env.PATH | prepend $"($env.HOME)/own")\n',
      'own/own-node': '#!/bin/sh\necho own\n',
    },
  ],
];

/** The environment of a program that was started from a menu. */
const fromMenu = (shell: string, home: string) => ({ PATH: '/usr/bin:/bin', SHELL: shell, HOME: home });

describe.skipIf(process.platform === 'win32')('programs that only the login shell knows', () => {
  for (const [title, name, files] of managers) {
    const file = installedShell(name);
    test.skipIf(file === undefined)(`${title} are found (${name})`, async () => {
      const { shell, login } = personShell({ env: fromMenu(file ?? '', homeWith(files)) });
      for (const line of ['own-node', null]) {
        const words =
          line === null ? { type: 'argv' as const, argv: ['own-node'] } : { type: 'shell' as const, line };
        const program = await shell.program(words);
        const env = { ...program.env };
        expect(execFileSync(program.file, [...program.args], { env, encoding: 'utf8' })).toBe('own\n');
      }
      expect(login.known()?.problem).toBeNull();
    });
  }
});

/** Startup files that leave the environment to be read; all set FROM_RC at their end. */
const odd: [string, string, Record<string, string>][] = [
  ['prints', 'bash', { '.bashrc': 'echo hello; printf "no end of line"; echo {} >&2' }],
  [
    'prints the line and all variables',
    'bash',
    { '.bashrc': 'env; set; export -p; echo "$BASH_EXECUTION_STRING"; set -xv' },
  ],
  ['prints when it ends', 'bash', { '.bashrc': `trap 'echo bye; env' EXIT` }],
  ['asks', 'bash', { '.bashrc': 'read -p "Update now? " answer; [ "$answer" = y ] && exit 1' }],
  ['asks the terminal', 'bash', { '.bashrc': 'read answer < /dev/tty' }],
  ['stops at errors and unset variables', 'bash', { '.bashrc': 'set -euo pipefail' }],
  ['has node as a function and an alias', 'bash', { '.bashrc': 'node() { exit 1; }; alias node=false' }],
  ['attaches tmux where there is a terminal', 'bash', { '.bashrc': '[ -t 0 ] && exec tmux; true' }],
  // From tools/check_for_upgrade.sh of Oh My Zsh.
  [
    'asks to update Oh My Zsh',
    'zsh',
    {
      '.zshrc': `if [[ "$DISABLE_AUTO_UPDATE" != true ]]; then
  printf "\\r\\e[0K[oh-my-zsh] Would you like to update? [Y/n] "
  read -r -k 1 option
  exit 1
fi`,
    },
  ],
  ['has a prompt that prints', 'zsh', { '.zshrc': 'precmd() { print precmd }; preexec() { print "$1" }' }],
  ['greets', 'fish', { '.config/fish/config.fish': 'echo hello; function fish_greeting; echo hi; end' }],
  ['asks', 'fish', { '.config/fish/config.fish': 'read -P "Update? " answer' }],
  ['prints', 'tcsh', { '.tcshrc': 'echo hello; alias precmd "echo precmd"; set echo' }],
];

const setting = (name: string) =>
  name === 'fish' ? 'set -gx FROM_RC yes' : name === 'tcsh' ? 'setenv FROM_RC yes' : 'export FROM_RC=yes';

describe.skipIf(process.platform === 'win32')('a shell whose startup file', () => {
  for (const [title, name, files] of odd) {
    const file = installedShell(name);
    test.skipIf(file === undefined)(`${title} is read all the same (${name})`, async () => {
      const home = homeWith(
        Object.fromEntries(
          Object.entries(files).map(([path, text]) => [path, `${text}\n${setting(name)}\n`]),
        ),
      );
      if (name === 'bash') writeFileSync(join(home, '.profile'), skeleton['.profile']);
      const env = fromMenu(file ?? '', home);
      const { environment, problem } = await readLogin(shellOf(env), env);
      expect([environment['FROM_RC'], problem]).toEqual(['yes', null]);
      await expect.poll(() => processesOfFolder(home)).toEqual([]);
    });
  }

  test.skipIf(installedShell('zsh') === undefined)('is missing is read as it is (zsh)', async () => {
    const env = fromMenu(installedShell('zsh') ?? '', homeWith({}));
    expect((await readLogin(shellOf(env), env)).problem).toBeNull();
  });
});

/** Ways of an interactive startup file to keep the environment back; .profile of them sets FROM_PROFILE. */
const failing: [string, string, LoginProblem['reason']['type']][] = [
  ['becomes another shell', 'exec sh', 'ended'],
  ['becomes tmux', 'exec tmux', 'ended'],
  ['exits', 'exit 3', 'ended'],
  ['exits with 0', 'exit 0', 'ended'],
  ['stops at an error', 'set -e; false', 'ended'],
  ['kills itself', 'kill -9 $$', 'ended'],
  ['sends its output elsewhere', 'exec > /dev/null', 'ended'],
  ['prints without end', 'yes', 'endless-output'],
];

describe.runIf(isLinux)('a shell whose interactive startup file', () => {
  test.each(failing)('%s is read as one that is not interactive', async (_, text, type) => {
    const home = homeWith({
      '.bash_profile': 'export FROM_PROFILE=yes\ncase $- in *i*) . "$HOME/.bashrc";; esac\n',
      '.bashrc': `sleep 600 &\n${text}\n`,
    });
    const env = fromMenu('/bin/bash', home);
    const { environment, problem } = await readLogin(shellOf(env), env);
    expect([environment['FROM_PROFILE'], problem]).toEqual([
      'yes',
      { reason: { type }, used: 'not-interactive' },
    ]);
    await expect.poll(() => processesOfFolder(home)).toEqual([]);
  });

  test('hangs is given up after 5 seconds, and nothing of it is left', async () => {
    const home = homeWith({ '.zshrc': 'sleep 600 & sleep 600\n', '.bashrc': 'sleep 600 & sleep 600\n' });
    writeFileSync(
      join(home, '.bash_profile'),
      'export FROM_PROFILE=yes; case $- in *i*) . ~/.bashrc;; esac\n',
    );
    const env = fromMenu('/bin/bash', home);
    const clock = manualClock();
    const reading = readLoginEnvironment(shellOf(env), env, clock.after);
    await expect
      .poll(() => processesOfFolder(home).filter((entry) => entry.includes('sleep')))
      .toHaveLength(2);
    clock.pass(5_000);
    const { environment, problem } = await reading;
    expect([environment['FROM_PROFILE'], problem]).toEqual([
      'yes',
      { reason: { type: 'timed-out' }, used: 'not-interactive' },
    ]);
    await expect.poll(() => processesOfFolder(home)).toEqual([]);
  });
});

describe.runIf(isLinux)('where no login shell can be read', () => {
  test.each<[string, string, Pick<LoginProblem['reason'], 'type'>]>([
    ['exits', '#!/bin/sh\nexit 1\n', { type: 'ended' }],
    ['is no program', '#!/nowhere/sh\n', { type: 'not-started' }],
    ['breaks what it prints', '#!/bin/sh\n/bin/sh "$@" | sed "s/{/{ mixed in/"\n', { type: 'unreadable' }],
  ])('since it %s, the environment is as it was', async (_, text, reason) => {
    const shell = join(temporaryFolder(), 'sh');
    writeFileSync(shell, text, { mode: 0o755 });
    const env = { ...fromMenu(shell, temporaryFolder()), OWN: 'yes', PWD: '/' };
    const { environment, problem } = await readLogin(shellOf(env), env);
    expect(environment).toEqual(env);
    expect(problem).toMatchObject({ reason, used: 'started-with' });
  });
});

describe.runIf(isLinux)('what is taken over', () => {
  test('is all that the shell exports but what is about itself and its terminal', async () => {
    const home = homeWith({
      '.bash_profile': `export PLAIN=yes SEVERAL=$'one\\ntwo = "three"\\n' EMPTY=
export TERM=xterm-mine COLUMNS=7 LINES=7 LANG=C.UTF-8
greet() { echo "hello
again"; }
export -f greet
cd / && cd /tmp
`,
    });
    const env = {
      ...fromMenu('/bin/bash', home),
      TERM: 'started',
      PWD: '/nowhere',
      DISABLE_AUTO_UPDATE: 'false',
    };
    const { environment } = await readLogin(shellOf(env), env);
    const { PATH, ['BASH_FUNC_greet%%']: greet, ...others } = environment;
    expect(PATH?.split(':')).toContain('/usr/bin');
    expect(greet).toContain('again');
    expect(others).toEqual({
      HOME: home,
      SHELL: '/bin/bash',
      PLAIN: 'yes',
      SEVERAL: 'one\ntwo = "three"\n',
      EMPTY: '',
      LANG: 'C.UTF-8',
      TERM: 'started',
      DISABLE_AUTO_UPDATE: 'false',
    });
  });

  test('has no keys, which startup files don’t see either', async () => {
    const home = homeWith({ '.profile': `env > "$HOME/seen"\nexport SOME_API_KEY=again\n` });
    const env = { ...fromMenu('/bin/sh', home), SOME_API_KEY: 'secret', PARLEY_DATA_DIR: '/secret' };
    const { shell } = personShell({ env, secrets: ['SOME_API_KEY'] });
    expect(Object.values(await shell.environment([]))).not.toContain('again');
    expect(readFileSync(join(home, 'seen'), 'utf8')).not.toContain('secret');
  });
});

describe.runIf(isLinux)('a login shell', () => {
  test('leaves running what left the group of the shell, such as a key agent, and ends the rest', async () => {
    const home = homeWith({ '.profile': 'sleep 600 &\nsetsid sleep 601 &\nexport FROM_PROFILE=yes\n' });
    const env = fromMenu('/bin/sh', home);
    onTestFinished(() => {
      for (const entry of processesOfFolder(home)) process.kill(Number.parseInt(entry, 10), 'SIGKILL');
    });
    const { environment, problem } = await readLogin(shellOf(env), env);
    expect([environment['FROM_PROFILE'], problem]).toEqual(['yes', null]);
    await expect.poll(() => processesOfFolder(home)).toEqual([expect.stringMatching(/sleep 601$/)]);
  });

  test('is read once, for all who need it', async () => {
    const home = homeWith({ '.profile': 'echo asked >> "$HOME/log"\n' });
    const { shell } = personShell({ env: fromMenu('/bin/sh', home) });
    const words = { type: 'argv', argv: ['env'] } as const;
    const [one, other] = await Promise.all([shell.program(words), shell.program(words)]);
    expect(one.env).toEqual(other.env);
    expect(await shell.environment([])).toEqual(one.env);
    expect(readFileSync(join(home, 'log'), 'utf8')).toBe('asked\n');
    expect(existsSync(home)).toBe(true);
  });
});
