import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What every secret of the machine has in it. */
const secret = `parley-secret-${randomBytes(8).toString('hex')}`;

/** Files of a home that nobody's command may read without being asked. */
const keys = [
  '.ssh/id_ed25519',
  '.aws/credentials',
  '.gnupg/private-keys-v1.d/one.key',
  '.netrc',
  '.docker/config.json',
  '.kube/config',
  '.config/gh/hosts.yml',
  '.npmrc',
  '.git-credentials',
  '.bash_history',
  '.mozilla/firefox/one.default/cookies.sqlite',
  '.config/google-chrome/Default/Login Data',
  '.config/chromium/Default/Cookies',
  '.claude/.credentials.json',
  '.claude.json',
  '.codex/auth.json',
  '.gemini/oauth_creds.json',
  '.local/share/opencode/auth.json',
  '.config/github-copilot/apps.json',
  '.local/share/keyrings/login.keyring',
];

/** Protected files of the folder: with secrets, and without. */
const secrets = ['.env', 'deploy/.env.production', 'certs/server.key', 'config/secrets.yml'];
const kept = ['package.json', 'Makefile', '.vscode/settings.json', 'AGENTS.md', 'node_modules/.bin/tool'];

/** A home with keys, a project in it, services and other programs, outside of the folders for temporary files. */
export class AttackedMachine {
  readonly secret = secret;
  readonly keys = keys;
  readonly secrets = secrets;
  readonly kept = kept;
  readonly home = mkdtempSync(join(homedir(), 'parley-trial-'));
  readonly root = join(this.home, 'project');
  readonly dataDir = join(this.home, '.parley-data');
  readonly elsewhere = join(this.home, 'elsewhere');
  /** A file of another program for temporary ones. */
  readonly others = mkdtempSync(join(tmpdir(), 'others-'));
  readonly socket = join(this.home, 'service.sock');
  readonly abstract = `parley-trial-${randomBytes(4).toString('hex')}`;
  readonly victim: ChildProcess;
  /** For how long a child sleeps that would survive, which tells it from all other processes. */
  readonly seconds = `${100_000 + Math.floor(Math.random() * 800_000)}`;
  tcp = 0;
  udp = 0;
  /** What puts back what an attack prepared, outside of the folders. */
  readonly afterwards: (() => void)[] = [];
  /** How often a service was reached. */
  reached = 0;
  readonly #open: { close(): unknown }[] = [];

  constructor() {
    this.victim = spawn('/bin/sleep', ['600'], { env: { VICTIM: secret }, stdio: 'ignore' });
    this.restore();
  }

  /** Puts every file back as it was at first. */
  restore(): void {
    for (const pid of this.survivors()) process.kill(pid, 'SIGKILL');
    for (const putBack of this.afterwards.splice(0)) putBack();
    this.reached = 0;
    for (const folder of [this.root, this.elsewhere, ...this.planted()]) this.#remove(folder);
    for (const name of keys) this.#write(join(this.home, name), secret);
    this.#write(join(this.home, '.bashrc'), 'as it was');
    for (const name of secrets) this.#write(join(this.root, name), secret);
    for (const name of kept) this.#write(join(this.root, name), 'as it was');
    this.#write(join(this.root, 'src/a.txt'), 'a');
    this.#write(join(this.elsewhere, 'notes.txt'), 'as it was');
    this.#write(join(this.dataDir, 'companion.json'), secret);
    this.#write(join(this.others, 'note'), secret);
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@b.c', ...args], { cwd: this.root });
    git('init', '-q', '-b', 'main');
    git('add', '-f', '.env', 'src');
    git('commit', '-qm', 'First');
    git('remote', 'add', 'origin', `https://me:${secret}@example.com/x.git`);
  }

  #write(path: string, text: string): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  }

  #remove(folder: string): void {
    if (!existsSync(folder)) return;
    execFileSync('chmod', ['-R', 'u+rwX', folder]);
    rmSync(folder, { recursive: true, force: true });
  }

  /** Starts services on every kind of socket, each of which counts who reaches it. */
  async serve(): Promise<void> {
    const count = (server: Server) =>
      server.on('connection', (socket) => void (this.#count(), socket.destroy()));
    const tcp = count(createServer()).listen(0, '127.0.0.1');
    const local = count(createServer()).listen(this.socket);
    const abstract = count(createServer()).listen(`\0${this.abstract}`);
    await Promise.all([tcp, local, abstract].map((server) => once(server, 'listening')));
    const udp = createSocket('udp4').bind(0, '127.0.0.1');
    await once(udp, 'listening');
    udp.on('message', () => this.#count());
    const address = tcp.address();
    this.tcp = typeof address === 'object' && address !== null ? address.port : 0;
    this.udp = udp.address().port;
    this.#open.push(tcp, local, abstract, udp);
  }

  #count(): void {
    this.reached += 1;
  }

  /** The environment of its owner's commands. */
  env(): Record<string, string> {
    return {
      PATH: '/usr/local/bin:/usr/bin:/bin',
      HOME: this.home,
      LANG: 'C.UTF-8',
      GITHUB_TOKEN: secret,
      DATABASE_URL: `postgres://me:${secret}@localhost/x`,
      SSH_AUTH_SOCK: this.socket,
      DBUS_SESSION_BUS_ADDRESS: `unix:path=${this.socket}`,
      DOCKER_HOST: `unix://${this.socket}`,
    };
  }

  /** Returns what an attack put where other programs have their temporary files. */
  planted(): string[] {
    const places = ['/tmp', '/var/tmp', '/dev/shm'].map((folder) => join(folder, this.abstract));
    return [...places, join(this.others, 'planted')].filter((path) => existsSync(path));
  }

  /** Returns the processes that an attack left. */
  survivors(): number[] {
    return readdirSync('/proc').flatMap((pid) => {
      const line = /^\d+$/.test(pid) ? textOf(`/proc/${pid}/cmdline`) : '';
      return line === `sleep\0${this.seconds}\0` ? [Number(pid)] : [];
    });
  }

  link(target: string, name: string): void {
    symlinkSync(target, join(this.root, name));
  }

  hardLink(target: string, name: string): void {
    linkSync(target, join(this.root, name));
  }

  lock(name: string): void {
    chmodSync(join(this.root, name), 0);
  }

  close(): void {
    for (const putBack of this.afterwards.splice(0)) putBack();
    for (const path of this.planted()) this.#remove(path);
    this.victim.kill('SIGKILL');
    for (const one of this.#open) one.close();
    this.#remove(this.home);
    rmSync(this.others, { recursive: true, force: true });
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
