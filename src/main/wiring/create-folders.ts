import { homedir } from 'node:os';
import type { FolderTrust, TrustOverview } from '../../shared/trust/folder-trust.ts';
import type { KnownOfFolder } from '../agents/model/instructions.ts';
import type { Skills } from '../folder/skills.ts';
import type { SlashCommands } from '../folder/slash-commands.ts';
import { FileIndex } from '../folder/file-index.ts';
import type { FolderTrusts, Trust } from '../trust/folder-trusts.ts';
import { gitText, readGit } from '../folder/git-state.ts';
import type { Platform } from './platform.ts';

/** Makes what reads folders for their chats. */
export function createFolders({ options, dataFolder, clock }: Platform, trust: Trust) {
  const asking = { env: options.env, isTrusted: (folder: string) => trust.isTrusted(folder) };
  let slash: Promise<SlashCommands> | undefined;
  const loadSlash = async () => {
    const { SlashCommands: Loaded } = await import('../folder/slash-commands.ts');
    return new Loaded(trust, dataFolder);
  };
  let skills: Promise<Skills> | undefined;
  const loadSkills = async () => {
    const { Skills: Loaded } = await import('../folder/skills.ts');
    return new Loaded({ trust, dataFolder, home: options.home ?? homedir() });
  };
  const skillsOf = () => (skills ??= loadSkills());
  return {
    files: new FileIndex(clock.now),
    /** Loads what reads the commands of folders, when it is first needed. */
    slashCommands: () => (slash ??= loadSlash()),
    /** Loads what reads skills, when it is first needed. */
    skills: skillsOf,
    readGit: (folder: string) => readGit(folder, asking),
    /** Reads what a model is told of a folder. */
    async knownOf(folder: string): Promise<KnownOfFolder> {
      const { readInstructions } = await import('../folder/agent-files/instruction-files.ts');
      const [{ text }, git, lines] = await Promise.all([
        readInstructions(folder, dataFolder),
        readGit(folder, asking),
        skillsOf().then((known) => known.lines(folder)),
      ]);
      return { text, git: gitText(git), skills: lines };
    },
  };
}

/** Makes the trust of folders; what looks at them loads with the first look. */
export function createTrust({ options: { dataDir }, stores, emit, report, clock }: Platform): Trust {
  const store = stores.trust;
  let asking: TrustOverview['asking'] = [];
  const listeners = new Set<(trust: FolderTrust) => void>();
  const overview = (): TrustOverview => ({
    decisions: store.list().map(({ folder, trusted, decidedAt }) => ({ folder, trusted, decidedAt })),
    asking,
  });

  const publish = () => emit({ type: 'trust-changed', trust: overview() });

  function onChange(trust: FolderTrust): void {
    const { folder, agent, fingerprint } = trust;
    const asked = asking.find((one) => one.folder === folder && one.agent === agent);
    const asks = trust.state === 'asks' ? { folder, agent, fingerprint } : undefined;
    asking = [...asking.filter((one) => one !== asked), ...(asks === undefined ? [] : [asks])];
    if (asked?.fingerprint !== asks?.fingerprint) publish();
    for (const listener of listeners) listener(trust);
  }

  let loaded: Promise<FolderTrusts> | undefined;
  const trusts = () =>
    (loaded ??= import('../trust/folder-trusts.ts').then(
      ({ FolderTrusts: Loaded }) =>
        new Loaded({ store, dataDir, worktreeAt: stores.worktrees.at, onChange, now: clock.now }),
    ));
  return {
    overview,
    of: async (folder, agent) => (await trusts()).of(folder, agent),
    isTrusted: async (folder) => (await trusts()).isTrusted(folder),
    read: async (folder, file) => (await trusts()).read(folder, file),
    async decide(look, trusted) {
      const isDecided = await (await trusts()).decide(look, trusted);
      publish();
      return isDecided;
    },
    async forget(folder) {
      await (await trusts()).forget(folder);
      publish();
    },
    look(folder, agent) {
      trusts()
        .then((known) => known.of(folder, agent))
        .catch(report);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
