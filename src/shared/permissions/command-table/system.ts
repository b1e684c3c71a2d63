import { byName, covered, exact, person, personOnly, saysVersion, unsafe } from './command-row.ts';

const shell = 'Runs what it is given';

const runsFile = exact('runs', shell, { unchanged: 'first' });

const interpreter = exact('runs', shell, { unchanged: 'first', operands: 'any*', subcommands: saysVersion });

/** Programs of the system, and those that run other programs, whose own names say nothing of what runs. */
export const systemRows = byName({
  'sudo sudoedit sudo-rs doas dzdo su su-exec gosu pkexec runuser run0 gsudo': person(
    'runs',
    'Runs with other rights',
  ),
  'sh bash dash zsh fish ksh mksh csh tcsh ash rbash yash busybox toybox pwsh powershell cmd nu xonsh elvish':
    runsFile,
  'node nodejs deno ruby perl': interpreter,
  'irb php lua luajit rscript r julia java jshell groovy scala kotlin swift osascript tclsh wish expect escript elixir iex erl guile racket sbcl clojure octave dart flutter':
    runsFile,
  'ed ex vi vim nvim view emacs nano m4 bc dc gdb lldb': exact('runs', 'Has a language of its own'),
  'env nice ionice nohup timeout time stdbuf setsid script watch xargs parallel entr flock chroot unshare nsenter strace ltrace taskset chrt setpriv setarch prlimit numactl fakeroot bwrap firejail valgrind perf caffeinate xvfb-run dbus-run-session ssh-agent watchexec hyperfine direnv mise asdf chpst tini dumb-init unbuffer rlwrap setlock softlimit runcon cpulimit capsh aa-exec wsl flatpak toolbox distrobox screen tmux nix nix-shell systemd-run eval exec command':
    exact('runs', shell),
  'ansible ansible-playbook vagrant multipass lima colima': exact('runs', 'Runs programs elsewhere'),
  'at batch crontab': exact('runs', 'Runs programs later'),
  brew: exact('installs', 'Manages programs', {
    subcommands: {
      'list ls leaves outdated config deps': covered('reads', 'Lists programs', {
        options: '--versions --formula --cask -1',
        operands: 'word*',
      }),
      'info search': covered('reads', 'Says what a program is', {
        options: '--json --formula --cask',
        operands: 'word*',
      }),
      'install upgrade reinstall update tap link': exact('installs', 'Installs programs'),
      'uninstall remove rm cleanup autoremove untap': exact('deletes', 'Removes programs'),
      'sh ruby irb bundle services': exact('runs', 'Runs other programs'),
    },
  }),
  'apt apt-get apt-cache': exact('installs', 'Manages programs', {
    unsafe: [unsafe('-o --option -c --config-file', 'runs', 'Sets which programs run')],
    subcommands: {
      'list show search policy depends rdepends showpkg': covered('reads', 'Says what programs there are', {
        options: '--installed --upgradable -a --all-versions',
        operands: 'name*',
        unsafe: [unsafe('-o --option -c --config-file', 'runs', 'Sets which programs run')],
      }),
      'install update upgrade full-upgrade dist-upgrade reinstall build-dep': exact(
        'installs',
        'Installs programs',
      ),
      'remove purge autoremove clean autoclean': exact('deletes', 'Removes programs'),
    },
  }),
  'dpkg rpm': exact('installs', 'Manages programs', {
    subcommands: {
      '-l -L -s --list --listfiles --status': covered('reads', 'Says what programs there are', {
        operands: 'word*',
      }),
    },
  }),
  'dnf yum pacman apk zypper snap port winget choco scoop': exact('installs', 'Manages programs'),
  systemctl: exact('writes', 'Changes which services run', {
    unsafe: [unsafe('-H --host -M --machine --root --image', 'runs', 'Reaches another machine')],
    subcommands: {
      'status is-active is-enabled is-failed list-units list-timers list-unit-files list-sockets': covered(
        'reads',
        'Says which services run',
        {
          options:
            '--user --no-pager --all -a -l --full --type=word --state=word -n=number --lines=number -q --quiet --failed',
          operands: 'name*',
          unsafe: [unsafe('-H --host -M --machine --root --image', 'runs', 'Reaches another machine')],
        },
      ),
      'start restart reload enable try-restart daemon-reload edit link set-property': exact(
        'runs',
        'Runs services',
      ),
      'stop kill disable mask': exact('writes', 'Stops services'),
      'poweroff reboot halt suspend hibernate': person('writes', 'Turns the machine off'),
    },
  }),
  service: exact('runs', 'Runs and stops services'),
  journalctl: covered('reads', 'Shows what services printed', {
    options:
      '-u=name -n=number -b -r -k -p=word -e -x -o=short|cat|json --unit=name --lines=number --since=text --until=text --no-pager --user --reverse --priority=word -g=text --grep=text --disk-usage --list-boots',
    unsafe: [
      unsafe('-D --directory --file --root --image -M --machine --cursor-file', 'reads', 'Reads other files'),
      personOnly(
        '--vacuum-size --vacuum-time --vacuum-files --rotate --flush --setup-keys',
        'deletes',
        'Deletes what was kept',
      ),
      unsafe('-f --follow', 'reads', 'Waits'),
    ],
  }),
  ps: covered('reads', 'Lists processes', {
    syntax: 'getopt',
    options: '-e -f -A -p=number -u=word --pid=number --sort=name --no-headers',
    operands: 'aux|ax|axu|auxw|auxww',
    unsafe: [unsafe('-o --format', 'reads', 'Prints other columns')],
  }),
  'pgrep pidof': covered('reads', 'Finds processes', {
    options: '-f -l -a -x -u=word -n -o',
    operands: 'word*',
  }),
  'lsof ss netstat ip ifconfig top htop': exact('reads', 'Shows what programs do, or changes the network'),
  kill: exact('writes', 'Ends processes', { unsafe: [personOnly('-1', 'writes', 'Ends every process')] }),
  'pkill killall skill': person('writes', 'Ends every process of a name'),
  'shutdown reboot halt poweroff': person('writes', 'Turns the machine off'),
  date: covered('reads', 'Says the time', {
    options: '-u --utc --iso-8601 --rfc-email -I -R',
    readsFrom: 'nothing',
    unsafe: [
      unsafe('-s --set', 'writes', 'Sets the clock'),
      unsafe('-f --file -r --reference', 'reads', 'Reads a further file'),
    ],
  }),
  uname: covered('reads', 'Says which system this is', {
    readsFrom: 'nothing',
    syntax: 'getopt',
    options: '-a -s -n -r -v -m -p -i -o',
  }),
  'whoami hostname arch nproc uptime free lsb_release sw_vers id groups tty': covered(
    'reads',
    'Says which system this is',
    {
      options: '-a -h -m -u -g -n',
      readsFrom: 'nothing',
    },
  ),
  'printenv locale': exact('reads', 'Prints variables, keys among them'),
  'open xdg-open start code': exact('runs', 'Opens another program'),
  'pbcopy pbpaste xclip xsel wl-copy wl-paste': exact(['reads', 'writes'], 'Reads and writes the clipboard'),
  'mount umount losetup swapon swapoff insmod modprobe sysctl iptables nft ufw useradd userdel usermod passwd visudo':
    person('writes', 'Changes the system'),
  'gpg openssl ssh-keygen ssh-add security keychain pass op vault': exact('reads', 'Works with keys'),
});
