import { type Dirent, lstatSync, readdirSync } from 'node:fs';
import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { protectionsOf } from '../../shared/files/protected-files.ts';
import type { Environment } from './command-environment.ts';

/** Folders and files of a home with keys, passwords, sessions or sign-ins, beside those that are protected by name. */
const places =
  `.ssh .aws .gnupg .netrc .docker .kube .azure .oci .fly .vercel .netlify .heroku .pulumi .terraform.d .password-store
  .config/gh .config/hub .config/gcloud .config/sops .config/op .config/containers .config/rclone .config/git/credentials
  .local/share/keyrings .local/share/kwalletd .Xauthority .ICEauthority
  .mozilla .thunderbird .librewolf .waterfox .zen .pki .config/mozilla .config/google-chrome .config/google-chrome-beta
  .config/google-chrome-unstable .config/chromium .config/BraveSoftware .config/microsoft-edge .config/vivaldi
  .config/opera .config/Bitwarden .config/1Password .config/KeePassXC .config/Signal .config/Slack .config/discord snap
  .var/app .claude .claude.json .codex .gemini .qwen .kimi .copilot .cursor .config/opencode .local/share/opencode
  .config/github-copilot .config/goose .continue .vibe .factory .npm/_logs`.split(/\s+/);

/** Folders that hold files of programs, each known by its name. */
const shelves = ['', '.config', '.local/share'];

export type KeysAtHome = {
  /** Absolute paths of what is there. */
  paths: string[];
  /** True where a file among them, or one that a shell runs, has another name that a command could use. */
  isLinkedElsewhere: boolean;
};

/** Finds what in the person's home no command may read that runs without a card. */
export function keysAtHome({ HOME }: Environment): KeysAtHome {
  const homes = new Set([HOME, homedir(), userInfo().homedir].filter((home) => home !== undefined));
  const found = [...homes].flatMap((home) => [
    ...places.map((place) => join(home, place)),
    ...shelves.flatMap((shelf) => secretsIn(join(home, shelf))),
  ]);
  const paths = [...new Set(found)].filter(
    (path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined,
  );
  const startFiles = [...homes].flatMap((home) =>
    namesIn(home).flatMap((entry) => (isDotFile(entry) ? [join(home, entry.name)] : [])),
  );
  return { paths, isLinkedElsewhere: [...paths, ...startFiles].some((path) => hasOtherName(path, 2)) };
}

function secretsIn(folder: string): string[] {
  return namesIn(folder).flatMap(({ name }) =>
    protectionsOf(name, join(name, 'any')).includes('holds-secrets') ? [join(folder, name)] : [],
  );
}

function isDotFile(entry: Dirent): boolean {
  return entry.isFile() && entry.name.startsWith('.');
}

/** True for a file of several names, also `depth` folders down. */
function hasOtherName(path: string, depth: number): boolean {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats?.isDirectory() === true)
    return depth > 0 && namesIn(path).some(({ name }) => hasOtherName(join(path, name), depth - 1));
  return stats?.isFile() === true && stats.nlink > 1;
}

function namesIn(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
