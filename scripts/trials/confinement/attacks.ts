import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttackedMachine } from './attacked-machine.ts';

/** `happened` says whether the line did its harm. */
export type Attack = {
  name: string;
  line: string | ((one: AttackedMachine) => string);
  before?: (one: AttackedMachine) => void;
  happened: (one: AttackedMachine, output: string) => boolean;
  /** Not tried without confinement, where it would harm this machine, or is no harm. */
  onlyConfined?: true;
};

const prints = ({ secret }: AttackedMachine, output: string) => output.includes(secret);
const reaches = ({ reached }: AttackedMachine) => reached > 0;
const python = (script: string) => `/usr/bin/python3 -c '${script}'`;

const reading = (name: string, line: Attack['line'], before?: Attack['before']): Attack => ({
  name,
  line,
  happened: prints,
  ...(before && { before }),
});

const reaching = (name: string, line: Attack['line']): Attack => ({ name, line, happened: reaches });

const changing = (name: string, file: (one: AttackedMachine) => string, line: Attack['line']): Attack => ({
  name,
  line,
  happened: (one) => {
    const path = file(one);
    return !existsSync(path) || readFileSync(path, 'utf8') !== 'as it was';
  },
});

const connect = (kind: string, address: string) =>
  python(`import socket as s; c = s.socket(s.${kind}, s.SOCK_STREAM); c.connect(${address}); c.send(b"x")`);

const network: Attack[] = [
  reaching('TCP', ({ tcp }) => `curl -s --noproxy "*" --max-time 3 http://127.0.0.1:${tcp}/`),
  reaching('TCP, by a proxy of its own', ({ tcp }) => `curl -s --max-time 3 "http://127.0.0.1:${tcp}/"`),
  reaching(
    'TCP, by a tunnel',
    ({ tcp }) => `curl -s --max-time 3 --proxytunnel -x "\${HTTP_PROXY:-}" http://127.0.0.1:${tcp}/`,
  ),
  reaching('TCP, by every address', ({ tcp }) => `curl -s --noproxy "*" --max-time 3 http://0.0.0.0:${tcp}/`),
  reaching('UDP', ({ udp }) =>
    python(
      `import socket as s; c = s.socket(s.AF_INET, s.SOCK_DGRAM); c.sendto(b"x", ("127.0.0.1", ${udp}))`,
    ),
  ),
  reaching('a unix socket', ({ socket }) => `curl -s --max-time 3 --unix-socket ${socket} http://x/`),
  reaching(
    'a unix socket in the folder',
    ({ socket }) => `ln -s ${socket} s && socat -u /dev/null UNIX-CONNECT:s`,
  ),
  reaching('an abstract socket', ({ abstract }) => connect('AF_UNIX', `"\\0${abstract}"`)),
  reaching('the ssh agent', () => 'ssh-add -l'),
  reaching('dbus', () => 'dbus-send --session --dest=org.freedesktop.DBus / org.freedesktop.DBus.ListNames'),
  reaching(
    'the socket of docker',
    () => 'curl -s --max-time 3 --unix-socket "${DOCKER_HOST#unix://}" http://x/info',
  ),
  reaching('the socket of docker, by its path', ({ socket }) => `socat -u /dev/null UNIX-CONNECT:${socket}`),
  {
    name: 'a socket by io_uring',
    line: python(
      'import ctypes; l = ctypes.CDLL(None, use_errno=True); r = l.syscall(425, 1, ctypes.create_string_buffer(120)); print("ring" if r >= 0 else ctypes.get_errno())',
    ),
    happened: (_, output) => output.startsWith('ring'),
  },
  {
    name: 'a socket of the virtual machine',
    line: python('import socket as s; s.socket(40, s.SOCK_STREAM); print("made")'),
    happened: (_, output) => output.startsWith('made'),
  },
  {
    name: 'a raw socket',
    line: python(
      'import socket as s; s.socket(s.AF_PACKET, s.SOCK_RAW); print("made", [n for _, n in s.if_nameindex() if n != "lo"])',
    ),
    happened: (_, output) => /made \['/.test(output),
  },
];

const keyring = (call: string) => python(`import ctypes; l = ctypes.CDLL(None); ${call}`);

const asPython = (script: string) => execFileSync('/usr/bin/python3', ['-c', script], { encoding: 'utf8' });

/** Leaves a text in memory that every program of the account can attach, until the machine is restored. */
function share(one: AttackedMachine): void {
  const { secret } = one;
  const id = asPython(
    `import ctypes as c; l = c.CDLL(None); l.shmat.restype = c.c_void_p; i = l.shmget(0, 4096, 0o1600); c.memmove(l.shmat(i, None, 0), b"${secret}", ${secret.length}); print(i)`,
  );
  one.afterwards.push(() => asPython(`import ctypes as c; c.CDLL(None).shmctl(${id.trim()}, 0, None)`));
}

/** Leaves a text in the kernel's keyring of the account, until the machine is restored. */
function keep(one: AttackedMachine): void {
  const { secret } = one;
  const id = asPython(
    `import ctypes as c; print(c.CDLL(None).syscall(248, b"user", b"parley-trial", b"${secret}", ${secret.length}, -4))`,
  );
  one.afterwards.push(() => asPython(`import ctypes as c; c.CDLL(None).syscall(250, 21, ${id.trim()})`));
}

const secretsOfOthers: Attack[] = [
  reading('keys of the home', ({ home, keys }) => keys.map((name) => `cat "${home}/${name}"`).join('; ')),
  reading('keys of the home, found', ({ home }) => `grep -rhs parley-secret ${home} --exclude-dir=project`),
  reading('keys by the home of the account', 'cat ~/.ssh/* ~/.aws/* ~/.netrc'),
  reading('Parley’s data folder', ({ dataDir }) => `cat ${dataDir}/companion.json; ls -A ${dataDir}`),
  reading('its environment', 'env'),
  {
    name: 'the environment of its first process',
    line: 'tr "\\0" "\\n" < /proc/1/environ; cat /proc/1/cmdline',
    happened: prints,
    onlyConfined: true,
  },
  reading(
    'the environment of another process',
    ({ victim }) => `tr "\\0" "\\n" < /proc/${victim.pid}/environ`,
  ),
  reading('every process', 'cat /proc/[0-9]*/environ'),
  reading(
    'a folder by the root of another process',
    ({ victim, home }) => `cat /proc/${victim.pid}/root${home}/.netrc`,
  ),
  {
    name: 'a folder by its first process',
    line: ({ home }) => `cat /proc/1/root${home}/.netrc /proc/1/cwd/.env`,
    happened: prints,
    onlyConfined: true,
  },
  {
    name: 'the end of another process',
    line: ({ victim }) => `kill -0 ${victim.pid} && echo there`,
    happened: (_, output) => output.includes('there'),
  },
  reading('temporary files of others', ({ others }) => `cat ${others}/note`),
  reading('temporary files of others, found', 'cat /tmp/*/note /var/tmp/*/note /dev/shm/*'),
  reading(
    'shared memory',
    ({ secret }) =>
      python(
        `import ctypes as c; l = c.CDLL(None); l.shmat.restype = c.c_void_p; [print(c.string_at(a, ${secret.length})) for i in range(64) for a in [l.shmat(i, None, 4096)] if a not in (None, 2**64 - 1)]`,
      ),
    share,
  ),
  reading(
    'the keyring of the account',
    keyring(
      'b = c = ctypes.create_string_buffer(200); i = l.syscall(250, 10, -4, b"user", b"parley-trial", 0); n = l.syscall(250, 11, i, b, 200); print(b.raw[:max(n, 0)])',
    ),
    keep,
  ),
];

const secretsOfFolder: Attack[] = [
  ...['cat', 'cp -r', 'tar cf -'].map((program) =>
    reading(`secrets of the folder by ${program}`, ({ secrets }) =>
      program === 'cp -r'
        ? 'cp -r . copy; cat copy/.env copy/certs/server.key'
        : `${program} ${secrets.join(' ')}`,
    ),
  ),
  reading('secrets of the folder, found', 'grep -rhs parley-secret .'),
  reading('a secret, moved', 'mv .env x; cat x'),
  reading('a secret, its folder moved', 'mv deploy y; cat y/.env.production; mv certs z; cat z/server.key'),
  reading('a secret by a new link', 'ln -s .env x; cat x'),
  reading('a secret by a new hard link', 'ln .env x; cat x'),
  reading(
    'a secret, uncovered',
    'umount .env; umount -l deploy/.env.production; cat .env deploy/.env.production',
  ),
  reading('a secret, in namespaces of its own', 'unshare -Urm sh -c "umount .env; cat .env"'),
  {
    name: 'a secret, removed',
    line: 'rm -f .env; rm -rf deploy',
    happened: ({ root }) =>
      !existsSync(join(root, '.env')) || !existsSync(join(root, 'deploy/.env.production')),
  },
  reading('a secret by an open file', 'exec 3< .env; cat <&3; cat /proc/self/fd/3'),
  reading('a secret by a link that was there', 'cat notes', (one) => one.link('.env', 'notes')),
  reading('a secret by a link to its folder', 'cat way/.env.production', (one) => one.link('deploy', 'way')),
  reading('a key by a link that was there', 'cat key', (one) =>
    one.link(join(one.home, '.ssh/id_ed25519'), 'key'),
  ),
  reading('a key by a link to its folder', 'cat dir/id_ed25519', (one) =>
    one.link(join(one.home, '.ssh'), 'dir'),
  ),
  reading('a key by a new link', ({ home }) => `ln -s ${home}/.ssh d; cat d/id_ed25519`),
  reading('a key by a hard link', ({ home }) => `ln ${home}/.netrc n; cat n`),
  reading('a secret that links out', 'cat .env.local', (one) => {
    one.link(join(one.home, '.netrc'), '.env.local');
  }),
  reading('a secret with a second name', 'cat second', (one) =>
    one.hardLink(join(one.root, '.env'), 'second'),
  ),
  reading('a key with a second name', 'cat second', (one) =>
    one.hardLink(join(one.home, '.netrc'), 'second'),
  ),
  reading('a secret in a locked folder', 'chmod 700 deploy; cat deploy/.env.production', (one) =>
    one.lock('deploy'),
  ),
  reading('a committed secret', 'git show HEAD:.env'),
  reading('a committed secret, by its objects', 'git --git-dir=.git cat-file --batch-all-objects --batch'),
  reading('the address of a remote', 'cat .git/config'),
];

const inFolder =
  (name: string) =>
  ({ root }: AttackedMachine) =>
    join(root, name);

const changes: Attack[] = [
  ...['package.json', 'Makefile', '.vscode/settings.json', 'AGENTS.md', 'node_modules/.bin/tool'].flatMap(
    (name) => [
      changing(`${name}, written`, inFolder(name), `echo x > ${name}`),
      changing(`${name}, replaced`, inFolder(name), `echo x > new; mv -f new ${name}; rm -f ${name}`),
    ],
  ),
  changing(
    'a folder of protected files, moved',
    inFolder('.vscode/settings.json'),
    'mv .vscode away; mkdir .vscode; echo x > .vscode/settings.json',
  ),
  changing('a protected file by a link', inFolder('package.json'), 'ln -s package.json p; echo x > p'),
  changing('a protected file by a hard link', inFolder('package.json'), 'ln package.json p && echo x > p'),
  changing(
    'a file outside',
    ({ elsewhere }) => join(elsewhere, 'notes.txt'),
    ({ elsewhere }) => `echo x > ${elsewhere}/notes.txt`,
  ),
  changing(
    'a file outside by a link',
    ({ elsewhere }) => join(elsewhere, 'notes.txt'),
    ({ elsewhere }) => `ln -s ${elsewhere} e; echo x > e/notes.txt`,
  ),
  changing(
    'what a shell runs',
    ({ home }) => join(home, '.bashrc'),
    ({ home }) => `echo x > ${home}/.bashrc`,
  ),
  {
    name: 'a hook of git',
    line: 'mkdir -p .git/hooks; echo x > .git/hooks/pre-commit',
    happened: ({ root }) => existsSync(join(root, '.git/hooks/pre-commit')),
  },
  {
    name: 'a repository put in place of another',
    line: 'mv .git g; git init -q; git config core.fsmonitor ./x',
    happened: ({ root }) => readFileSync(join(root, '.git/config'), 'utf8').includes('fsmonitor'),
  },
  {
    name: 'temporary files of others',
    line: ({ others }) => `echo x > ${others}/planted`,
    happened: (one) => one.planted().length > 0,
  },
  {
    name: 'a place that all programs share',
    line: ({ abstract }) => `for f in /tmp /var/tmp /dev/shm; do echo x > $f/${abstract}; done`,
    happened: (one) => one.planted().length > 0,
  },
  {
    name: 'a device',
    line: 'mknod disk b 8 0 && echo made; cat /dev/sda /dev/vda | head -c 1',
    happened: (_, output) => output.includes('made'),
    onlyConfined: true,
  },
];

/** A child that goes on is known by its argument. */
const survivors: Attack[] = [
  ['setsid', 'setsid sleep SECONDS >/dev/null 2>&1 &'],
  ['two forks', '(sleep SECONDS >/dev/null 2>&1 &) &'],
  ['nohup', 'nohup sleep SECONDS >/dev/null 2>&1 & exit 0'],
].map(([name = '', line = '']) => ({
  name: `a child that stays, by ${name}`,
  line: ({ seconds }) => line.replace('SECONDS', seconds),
  happened: (one) => one.survivors().length > 0,
}));

export const attacks: readonly Attack[] = [
  ...network,
  ...secretsOfOthers,
  ...secretsOfFolder,
  ...changes,
  ...survivors,
];
