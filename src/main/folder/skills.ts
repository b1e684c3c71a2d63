import { readdir, realpath, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { builtInNamed, parseSlash } from '../../shared/commands/slash-command.ts';
import type { FolderCommandInfo } from '../../shared/contract/app-contract.ts';
import { protectionsOf } from '../../shared/files/protected-files.ts';
import { visibleText } from '../../shared/hidden-characters.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import { readInside } from './agent-files/read-inside.ts';
import { type DataFolder, isAtOrUnder } from './data-folder.ts';
import { FrontMatter } from './front-matter.ts';
import { argumentOf, commandText, type TrustedFiles } from './slash-commands.ts';

type SkillsDeps = {
  trust: TrustedFiles;
  dataFolder: DataFolder;
  /** The person's home, with their own skills. */
  home: string;
};

/** What a model gets of a skill; `missing` where it has none of this name, or no such file. */
export type ReadSkill = { type: 'read'; text: string } | { type: 'missing' | 'secret' | 'unreadable' };

/**
 * The skills that a model reads when it needs them: folders with a `SKILL.md` (agentskills.io/specification), of a
 * trusted folder and of the person. `allowed-tools` is ignored: a skill permits nothing.
 */
export class Skills {
  readonly #deps: SkillsDeps;

  constructor(deps: SkillsDeps) {
    this.#deps = deps;
  }

  /** Lists the skills for a person, by name; of an untrusted folder only their number. */
  async list(folder: string): Promise<{ skills: FolderCommandInfo[]; untrusted: number }> {
    const { usable, untrusted } = await this.#find(folder);
    const skills = usable
      .filter(({ name, forPerson }) => forPerson && builtInNamed(name) === undefined)
      .map(({ name, description, argument, file }) => ({
        kind: 'skill' as const,
        name,
        description,
        argument,
        file,
      }));
    return { skills, untrusted };
  }

  /** True where a model has something to read. */
  async hasSome(folder: string): Promise<boolean> {
    return (await this.#find(folder)).usable.length > 0;
  }

  /** Returns the names and descriptions for a model, one skill a line; empty for none. */
  async lines(folder: string): Promise<string> {
    const { usable } = await this.#find(folder);
    return skillLines(usable.filter(({ forModel }) => forModel));
  }

  /** Returns the text of a skill, or of a file beside it, by its path there. */
  async read(folder: string, name: string, file?: string): Promise<ReadSkill> {
    const { usable } = await this.#find(folder);
    const skill = usable.find((one) => one.name === name);
    if (skill === undefined) return { type: 'missing' };
    const body = await this.#bodyOf(folder, skill);
    if (body === undefined) return { type: 'missing' };
    return file === undefined ? { type: 'read', text: asRead(skill, body) } : this.#beside(skill, file);
  }

  /** Returns the text for the agent in place of a message that begins with a skill; undefined for any other. */
  async expand(folder: string, text: string): Promise<MessageCommand | undefined> {
    const slash = parseSlash(text);
    if (slash === null) return undefined;
    const { usable } = await this.#find(folder);
    const skill = usable.find(({ name, forPerson }) => forPerson && name === slash.name);
    const body = skill && (await this.#bodyOf(folder, skill));
    if (skill === undefined || body === undefined) return undefined;
    return { source: skill.file, text: asRead(skill, commandText({ body }, slash.argument)) };
  }

  /** Of skills with one name the first counts: the folder's, then the person's. */
  async #find(folder: string): Promise<{ usable: Skill[]; untrusted: number }> {
    const { trust, dataFolder, home } = this.#deps;
    const within = (root: string, isOwn: boolean) =>
      Promise.all(places.map((place) => skillsIn({ root, place, isOwn, home, dataFolder })));
    const [ofFolder, own] = await Promise.all([within(folder, false), within(home, true)]);
    const found = firstOfEach(ofFolder.flat());
    const isTrusted = found.length > 0 && (await trust.isTrusted(folder));
    return {
      usable: firstOfEach([...(isTrusted ? found : []), ...own.flat()]).slice(0, mostSkills),
      untrusted: isTrusted ? 0 : found.length,
    };
  }

  async #bodyOf(folder: string, { isOwn, file, body }: Skill): Promise<string | undefined> {
    if (isOwn) return body;
    const trusted = await this.#deps.trust.read(folder, file);
    return trusted === undefined ? undefined : new FrontMatter(trusted).body;
  }

  async #beside({ path: root }: Skill, file: string): Promise<ReadSkill> {
    const path = join(root, file);
    const place = await realpath(path).catch(() => path);
    if (protectionsOf(file, relative(root, place)).includes('holds-secrets')) return { type: 'secret' };
    const { dataFolder } = this.#deps;
    const read = await readInside({ root, dataFolder }, path, longestFile);
    switch (read.type) {
      case 'text':
        return { type: 'read', text: read.whole ? read.text : `${read.text}(Only its first 64 kB.)` };
      case 'missing':
      case 'unreadable':
        return { type: read.type };
      case 'outside':
        return { type: 'missing' };
    }
  }
}

/** `path` is its folder with links resolved, `file` its SKILL.md as it is shown. */
type Skill = {
  name: string;
  description: string;
  argument: string | null;
  body: string;
  path: string;
  file: string;
  isOwn: boolean;
  /** False where its author keeps it from the model, or from the list of commands. */
  forModel: boolean;
  forPerson: boolean;
};

const places = ['.claude/skills', '.agents/skills'];

/** In bytes, of a SKILL.md and of a file beside it. */
const longestFile = 65_536;

const mostSkills = 200;

/** The specification's own limit, in characters. */
const longestDescription = 1_024;

type Place = { root: string; place: string; isOwn: boolean; home: string; dataFolder: DataFolder };

/** Returns the skills of one place by name. What can't be read, or leads where it may not, is skipped. */
async function skillsIn(at: Place): Promise<Skill[]> {
  const { root, place } = at;
  const names = await readdir(join(root, place)).catch(() => []);
  const found = names
    .filter((name) => /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u.test(name))
    .sort((one, other) => (one < other ? -1 : 1))
    .slice(0, mostSkills);
  const skills = await Promise.all(found.map((name) => readSkill(at, name).catch(() => undefined)));
  return skills.filter((skill) => skill !== undefined);
}

/**
 * Reads one skill. Nothing of a folder may be a link, as for what the person trusts of it. Own skills often are
 * links, to where a package manager or a repository keeps them; one that leads to a whole home is none.
 */
async function readSkill(
  { root, place, isOwn, home, dataFolder }: Place,
  name: string,
): Promise<Skill | undefined> {
  const asked = join(root, place, name);
  const [path, realRoot] = await Promise.all([realpath(asked), realpath(isOwn ? home : root)]);
  if (!(await stat(path)).isDirectory()) return undefined;
  if (isOwn ? isAtOrUnder(realRoot, path) : path !== join(realRoot, place, name)) return undefined;
  const skillFile = join(path, 'SKILL.md');
  if (!isOwn && (await realpath(skillFile)) !== skillFile) return undefined;
  const read = await readInside({ root: path, dataFolder }, skillFile, longestFile);
  if (read.type !== 'text' || !read.whole) return undefined;
  const front = new FrontMatter(read.text);
  if (front.body === '') return undefined;
  return {
    name,
    description: visibleText(front.description(longestDescription), 'line'),
    argument: argumentOf(front),
    body: front.body,
    path,
    file: `${isOwn ? '~/' : ''}${place}/${name}/SKILL.md`,
    isOwn,
    forModel: front.flag('disable-model-invocation') !== true,
    forPerson: front.flag('user-invocable') !== false,
  };
}

function firstOfEach(skills: readonly Skill[]): Skill[] {
  const byName = new Map(skills.toReversed().map((skill) => [skill.name, skill]));
  return skills.filter((skill) => byName.get(skill.name) === skill);
}

function asRead({ name, path, file, isOwn }: Skill, text: string): string {
  const place = isOwn ? path : file.slice(0, -'/SKILL.md'.length);
  return `The skill ${name}. Files that it names are in ${place}; read_skill reads those too.\n\n${text}`;
}

/** How much of the instructions the list of skills may take, in characters. */
const mostCharacters = 16_000;

/** Lists skills one a line; where they are many, every description is shortened to the same length. */
export function skillLines(skills: readonly Pick<Skill, 'name' | 'description'>[]): string {
  const linesOf = (longest: number) =>
    skills
      .map(
        ({ name, description }) => `- ${name}${longest === 0 ? '' : `: ${shortened(description, longest)}`}`,
      )
      .join('\n');
  const lengths = [longestDescription, 512, 256, 128, 64];
  return linesOf(lengths.find((longest) => linesOf(longest).length <= mostCharacters) ?? 0);
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${text.slice(0, longest - 1).trimEnd()}…`;
}
