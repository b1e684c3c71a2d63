import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { readWhole } from './trusted-file.ts';

/** A setting of git; its key in lower case, except for the name of a subsection. */
export type GitSetting = { key: string; value: string };

/** Settings that don't make git run or reach anything. All others count as ones that do. */
const harmless: readonly RegExp[] = [
  /^core\.(repositoryformatversion|filemode|bare|logallrefupdates|ignorecase|precomposeunicode|symlinks|autocrlf|eol|safecrlf|quotepath|abbrev|compression|longpaths|protecthfs|protectntfs|hidedotfiles)$/,
  /^branch\..*\.(remote|merge|rebase|pushremote|description)$/,
  /^gc\.(auto|autodetach|autopacklimit|bigpackthreshold|cruftpacks|maxcruftsize|packrefs|pruneexpire|worktreepruneexpire|logexpiry|writecommitgraph|aggressivedepth|aggressivewindow|(.*\.)?reflogexpire(unreachable)?)$/,
  /^branch\.(sort|autosetuprebase|autosetupmerge)$/,
  /^remote\..*\.(fetch|push|tagopt|prune|mirror|skipdefaultupdate|gh-resolved)$/,
  /^submodule\..*\.(active|branch|ignore|shallow)$/,
  /^(user\.(name|email|useconfigonly)|init\.defaultbranch|extensions\.(objectformat|worktreeconfig|refstorage)|pack\..*|push\.(default|autosetupremote|followtags)|pull\.(rebase|ff)|fetch\.(prune|parallel)|rebase\.(autostash|autosquash)|color\..*|column\..*|advice\..*|status\..*|log\.(date|decorate)|index\..*|commit\.(verbose|status)|tag\.sort|rerere\..*|lfs\.repositoryformatversion|gitg\..*|gui\.(wmstate|geometry))$/,
];

/** Addresses whose protocol is not a program of its own. */
const plainAddress = /^(https?:\/\/|ssh:\/\/|git:\/\/|file:\/\/|[\w.-]+@[\w.-]+:|\.{0,2}\/|~|[\w.-]+:(?!:))/;

/** Returns the settings by which git may run a program, or read and write elsewhere. */
export function riskySettings<Setting extends GitSetting>(settings: readonly Setting[]): Setting[] {
  return settings.filter((setting) => {
    const address = addressIn(setting, settings);
    if (address !== undefined) return !plainAddress.test(address) || address.startsWith('-');
    return !harmless.some((known) => known.test(setting.key));
  });
}

/**
 * Returns the address that a setting pushes to or fetches from; also a branch's remote, if no remote has that
 * name.
 */
export function addressIn({ key, value }: GitSetting, settings: readonly GitSetting[]): string | undefined {
  if (/^(remote|submodule)\..*\.(url|pushurl)$/.test(key)) return value;
  if (!/^branch\..*\.(remote|pushremote)$/.test(key) || value === '.') return undefined;
  return settings.some((other) => other.key === `remote.${value}.url`) ? undefined : value;
}

/** Returns the paths at which git looks for the repository of an address; empty for one on another machine. */
export function pathsOf(address: string, from: string, home: string): string[] {
  const isFile = address.startsWith('file://');
  // A colon before the first slash follows a host or a protocol.
  if (!isFile && /^[^/]*:/.test(address)) return [];
  const path = isFile ? decoded(address.slice('file://'.length)) : address.replace(/^~(?=\/)/, home);
  const whole = resolve(from, path);
  return [whole, `${whole}.git`];
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const blank = /[ \t\f\v\n]*/y;
const comment = /[#;][^\n]*/y;
const sectionHead = /\[[ \t]*([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\[^\n])*)")?[ \t]*\]/y;
const settingName = /([A-Za-z][\w-]*)[ \t\f\v]*/y;
const restOfLine = /[^\n]*/y;

/**
 * Parses a git configuration as git does: sections, subsections, continued lines, quotes and comments. What can't
 * be parsed is a setting called `?`.
 */
export function parseGitConfig(config: string): GitSetting[] {
  const text = config.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n');
  const settings: GitSetting[] = [];
  let section = '';
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found !== null) at = pattern.lastIndex;
    return found;
  };
  for (take(blank); at < text.length; take(blank)) {
    if (take(comment) !== null) continue;
    const head = take(sectionHead);
    if (head !== null) {
      const [, name = '', sub] = head;
      section =
        sub === undefined ? name.toLowerCase() : `${name.toLowerCase()}.${sub.replace(/\\(.)/g, '$1')}`;
      continue;
    }
    const [, name] = take(settingName) ?? [];
    if (name === undefined || section === '') {
      settings.push({ key: '?', value: `${name ?? ''}${take(restOfLine)?.[0] ?? ''}` });
      continue;
    }
    const key = `${section}.${name.toLowerCase()}`;
    if (text[at] === '=') {
      const { value, end } = readValue(text, at + 1);
      settings.push({ key, value });
      at = end;
    } else {
      settings.push({ key, value: 'true' });
      const rest = take(restOfLine)?.[0] ?? '';
      if (rest !== '' && !/^[#;]/.test(rest)) settings.push({ key: '?', value: rest });
    }
  }
  return settings;
}

/** Reads a value from behind its `=` to the end of its last line, without quotes, escapes and comment. */
function readValue(text: string, from: number): { value: string; end: number } {
  let value = '';
  let kept = 0;
  let quoted = false;
  let at = from;
  while (/[ \t\f\v]/.test(text.charAt(at))) at += 1;
  for (; at < text.length && text[at] !== '\n'; at += 1) {
    const character = text.charAt(at);
    if (character === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (character === '\\') {
      at += 1;
      const escaped = text.charAt(at);
      if (escaped === '\n') continue;
      value += { n: '\n', t: '\t', b: '\b' }[escaped] ?? escaped;
      kept = value.length;
    } else if (!quoted && (character === '#' || character === ';')) {
      const lineEnd = text.indexOf('\n', at);
      return { value: value.slice(0, kept), end: lineEnd < 0 ? text.length : lineEnd };
    } else {
      value += character;
      if (quoted || !/[ \t\f\v]/.test(character)) kept = value.length;
    }
  }
  return { value: value.slice(0, kept), end: at };
}

/**
 * Returns the git folders of the repository around a folder: its own, and the common one of a worktree; empty
 * outside of git. A folder may be a bare repository itself.
 */
export async function gitFolders(folder: string): Promise<string[]> {
  for (let at = folder; ; at = dirname(at)) {
    const own = await gitFolderAt(at);
    if (own !== undefined) {
      const common = await textOf(join(own, 'commondir'));
      return common === undefined ? [own] : [own, resolve(own, common.trim())];
    }
    if (dirname(at) === at) return [];
  }
}

async function gitFolderAt(folder: string): Promise<string | undefined> {
  const path = join(folder, '.git');
  for (const place of [path, folder]) if (await isRepository(place)) return place;
  const [, elsewhere] = /^gitdir: (.+)$/m.exec((await textOf(path)) ?? '') ?? [];
  return elsewhere === undefined ? undefined : resolve(folder, elsewhere);
}

/** Returns the text of a file in a git folder; undefined for a pipe or device, which would never end. */
async function textOf(path: string): Promise<string | undefined> {
  const read = await readWhole(await realpath(path).catch(() => path));
  return read.type === 'read' ? read.bytes.toString('utf8') : undefined;
}

async function isRepository(path: string): Promise<boolean> {
  const [head, objects] = await Promise.all(
    ['HEAD', 'objects'].map((name) => stat(join(path, name)).catch(() => undefined)),
  );
  return head?.isFile() === true && objects?.isDirectory() === true;
}
