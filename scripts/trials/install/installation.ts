import { globSync, readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { runCommand } from '../../package/run-command.ts';

/** The system's programs only: nothing from a checkout, and no other Node than the system's. */
const systemPath = ['/usr/local/bin', '/usr/bin', '/bin'].join(delimiter);

/** Returns the version of the Node that the system has, such as 20.20.2. */
export async function systemNode(): Promise<string> {
  const printed = await runCommand('node', ['--version'], { cwd: tmpdir(), env: { PATH: systemPath } });
  return printed.trim().slice(1);
}

/** A package installed by npm into a prefix of its own, and what its commands start with. */
export class Installation {
  readonly folder: string;
  readonly env: Record<string, string>;

  private constructor(folder: string) {
    this.folder = folder;
    this.env = {
      PATH: [join(folder, 'prefix/bin'), systemPath].join(delimiter),
      HOME: join(folder, 'home'),
    };
  }

  /** Installs a packed file with the system's npm, as a person does. */
  static async of(file: string): Promise<Installation> {
    const installation = new Installation(await mkdtemp(join(tmpdir(), 'parley-install-')));
    const { folder, env } = installation;
    for (const name of ['prefix', 'home', 'project']) await mkdir(join(folder, name));
    const args = ['install', '--global', '--prefix', join(folder, 'prefix'), file];
    // How the registry is reached depends on this machine.
    await runCommand('npm', args, { cwd: folder, env: { ...process.env, PATH: env['PATH'] } });
    return installation;
  }

  /** Returns the sizes of the installed packages in bytes, by their paths below `node_modules`. */
  sizes(): Map<string, number> {
    const root = join(this.folder, 'prefix/lib/node_modules');
    const sizes = new Map<string, number>();
    for (const entry of globSync('**/*', { cwd: root, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const parts = file.slice(root.length + 1).split('node_modules/');
      const [scope = '', name = ''] = (parts.at(-1) ?? '').split('/');
      const owner = scope.startsWith('@') ? `${scope}/${name}` : scope;
      sizes.set(owner, (sizes.get(owner) ?? 0) + statSync(file).size);
    }
    return sizes;
  }

  version(): string {
    const file = join(this.folder, 'prefix/lib/node_modules/@parley-desk/parley/package.json');
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : '';
  }

  /** Removes the Node that came with it, as on a system for which there is none. */
  async removeNode(): Promise<void> {
    const root = join(this.folder, 'prefix/lib/node_modules');
    for (const folder of globSync('**/node_modules/node-linux-*', { cwd: root }))
      await rm(join(root, folder), { recursive: true });
  }

  remove(): Promise<void> {
    return rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }
}
