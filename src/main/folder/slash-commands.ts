import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { builtInNamed, parseSlash } from '../../shared/commands/slash-command.ts';
import type { FolderCommandInfo } from '../../shared/contract/app-contract.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import { readInside } from './agent-files/read-inside.ts';
import type { DataFolder } from './data-folder.ts';
import { FrontMatter } from './front-matter.ts';

/** The person's decision about a folder, by its absolute path. */
export type TrustedFiles = {
  isTrusted(folder: string): Promise<boolean>;
  /** Returns the text of a file as it was trusted, by its path in the folder; undefined if it was not. */
  read(folder: string, file: string): Promise<string | undefined>;
};

/** The slash commands in the files of a trusted folder. */
export class SlashCommands {
  readonly #trust: TrustedFiles;
  readonly #dataFolder: DataFolder;

  constructor(trust: TrustedFiles, dataFolder: DataFolder) {
    this.#trust = trust;
    this.#dataFolder = dataFolder;
  }

  /** Lists the commands by name; for an untrusted folder only their number. */
  async list(folder: string): Promise<{ commands: FolderCommandInfo[]; untrusted: number }> {
    const found = await readFolderCommands(folder, this.#dataFolder);
    if (found.length === 0 || !(await this.#trust.isTrusted(folder)))
      return { commands: [], untrusted: found.length };
    return { commands: found.map(({ body: _, ...info }) => info), untrusted: 0 };
  }

  /** Returns the text for the agent in place of a message; undefined if that is no command of the folder. */
  async expand(folder: string, text: string): Promise<MessageCommand | undefined> {
    const slash = parseSlash(text);
    if (slash === null) return undefined;
    const found = (await readFolderCommands(folder, this.#dataFolder)).find(
      ({ name }) => name === slash.name,
    );
    const trusted = found && (await this.#trust.read(folder, found.file));
    if (found === undefined || trusted === undefined) return undefined;
    const command = parseCommand(found.name, found.file, trusted);
    return { source: command.file, text: commandText(command, slash.argument) };
  }
}

/** A command of a folder; `body` is the text for the agent. */
type FolderCommand = FolderCommandInfo & { body: string };

/** The first folder's commands hide those of the same name in the second. */
const places = ['.parley/commands', '.claude/commands'];

const longestFile = 65_536;
const mostFiles = 200;
const longestLine = 200;

/** Returns the commands of a folder by name. A file that can't be read, or leads out of it, is skipped. */
async function readFolderCommands(folder: string, dataFolder: DataFolder): Promise<FolderCommand[]> {
  const lists = await Promise.all(places.map((place) => commandsIn({ root: folder, dataFolder }, place)));
  const byName = new Map(lists.toReversed().flatMap((list) => list.map((one) => [one.name, one])));
  return [...byName.values()].sort((a, b) => a.name.localeCompare(b.name));
}

async function commandsIn(
  inside: { root: string; dataFolder: DataFolder },
  place: string,
): Promise<FolderCommand[]> {
  const names = await readdir(join(inside.root, place)).catch(() => []);
  const files = names.filter((name) => /^[\p{L}\p{N}][\p{L}\p{N}_.-]*\.md$/u.test(name)).slice(0, mostFiles);
  const found = await Promise.all(
    files.map(async (name) => {
      const file = `${place}/${name}`;
      const read = await readInside(inside, join(inside.root, file), longestFile);
      return read.type === 'text' && read.whole
        ? [parseCommand(name.slice(0, -'.md'.length), file, read.text)]
        : [];
    }),
  );
  return found.flat().filter(({ name, body }) => body !== '' && builtInNamed(name) === undefined);
}

/** Parses a command's file: front matter with `description` and `argument-hint`, then the text. */
export function parseCommand(name: string, file: string, text: string): FolderCommand {
  const front = new FrontMatter(text);
  const { body } = front;
  return {
    kind: 'command',
    name,
    file,
    description: front.description(longestLine),
    argument: argumentOf(front),
    body,
  };
}

/** Returns what a list says may follow a command; null for nothing. */
export function argumentOf(front: FrontMatter): string | null {
  return front.line('argument-hint', longestLine) ?? (front.body.includes('$ARGUMENTS') ? 'arguments' : null);
}

/** Returns the text for the agent, with the arguments filled in, or appended if it has no place for them. */
export function commandText({ body }: Pick<FolderCommand, 'body'>, argument: string): string {
  if (body.includes('$ARGUMENTS')) return body.replaceAll('$ARGUMENTS', () => argument);
  return argument === '' ? body : `${body}\n\n${argument}`;
}
