import type { AppState } from '../../shared/contract/app-state.ts';
import type { Appearance } from '../../shared/contract/settings.ts';
import { meansOf } from '../commands/confinement-means.ts';
import { findEditor } from '../folder/open-in-editor.ts';
import type { ProviderSettings } from '../agents/model/provider-settings.ts';
import type { ClientTokens } from '../http/client-tokens.ts';
import type { KeyStore } from '../keys/key-store.ts';
import { runtimeVersions } from '../runtime-versions.ts';
import type { Recovery } from '../storage/recovery/recover-database.ts';
import type { Stores } from '../storage/stores.ts';
import { suggestFolder } from '../folder/usable-folder.ts';
import type { AppOptions } from './app-options.ts';
import type { Chats } from './create-chats.ts';
import { personEnvironment } from './create-shell.ts';

type StateWiring = {
  env: AppOptions['env'];
  chats: Chats;
  stores: Stores;
  providers: ProviderSettings;
  clientTokens: ClientTokens;
  about: AppState['about'];
};

/** Returns the state that a window begins with. */
export function stateOf({ env, chats, stores, providers, clientTokens, about }: StateWiring): AppState {
  const { workspaces, trust, login } = chats.chat;
  return {
    workspaces: workspaces.list(),
    removals: workspaces.removals(),
    settings: stores.settings.read(),
    rules: chats.waiting.rules.list(),
    sameRequests: chats.waiting.sameRequests.groups(),
    trust: trust.overview(),
    servers: chats.tools.servers.overview(),
    agents: providers.agents(),
    installs: chats.agents.external.installs.list(),
    clientTokens: clientTokens.info(),
    environment: personEnvironment(login, env),
    dialects: Array.from(chats.dialects, ([id, { title }]) => ({ id, title })),
    about,
  };
}

export function appearanceOf({ theme, density, textSize, typeface }: Appearance): Appearance {
  return { theme, density, textSize, typeface };
}

/** Returns the `data-` attributes with which a window is painted first. */
export function lookOf(appearance: Appearance, hasChats: boolean): Readonly<Record<string, string>> {
  return { ...appearance, ...(hasChats && { chats: 'some' }) };
}

const lostKeysMessage = (kept: string) =>
  `The providers’ keys could not be read: enter them again in Settings. Their damaged file was kept as ${kept}.`;

/** Returns the facts about this start for windows. */
export function aboutApp(
  options: AppOptions,
  { recovery, keys }: { recovery: Recovery | undefined; keys: KeyStore },
  isFirstRun: boolean,
): AppState['about'] {
  const { version, dataDir, suggestedFolder, host = 'browser' } = options;
  const means = meansOf(options.env);
  const messages = [
    ...(recovery === undefined ? [] : [recovery.notice]),
    ...(keys.setAside === undefined ? [] : [lostKeysMessage(keys.setAside)]),
  ];
  return {
    version,
    dataDir,
    suggestedFolder: isFirstRun ? suggestFolder(suggestedFolder, dataDir) : suggestedFolder,
    foundEditor: findEditor(options.env),
    unconfined: means.type === 'there' || means.type === 'off' ? null : means,
    host,
    runtime: runtimeVersions(),
    startMessage: messages.length === 0 ? null : messages.join(' '),
  };
}
