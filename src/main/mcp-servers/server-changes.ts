import { join } from 'node:path';
import type { Settings } from '../../shared/contract/settings.ts';
import type { ServerSharing } from '../../shared/mcp-servers/server-info.ts';
import type { SettingsStore } from '../storage/settings-store.ts';
import type { McpServers } from './mcp-servers.ts';
import type { OwnChange, OwnServers } from './own-servers.ts';
import { idOf, partsOfId } from './server-id.ts';
import { serverGone } from './server-unusable.ts';

type ServerChangesDeps = {
  dataDir: string;
  settings: SettingsStore;
  onSettings: (settings: Settings) => void;
  /** Reads the files of all folders of chats again. */
  refresh: () => Promise<void>;
  /** Loads what runs servers. */
  servers: () => Promise<McpServers>;
};

/**
 * What a person changes about servers. A change is read again at once, and what is new or different is started. Each
 * returns a problem for the person, or undefined.
 */
export class ServerChanges {
  readonly #deps: ServerChangesDeps;
  #opened: Promise<OwnServers> | undefined;

  constructor(deps: ServerChangesDeps) {
    this.#deps = deps;
  }

  add(text: string): Promise<string | undefined> {
    return this.#change((own) => own.add(text));
  }

  /** Returns the entry of one of the person's own servers. */
  async entry(id: string): Promise<string | undefined> {
    const { folder, name } = partsOfId(id);
    return folder === null ? (await this.#file()).entry(name) : undefined;
  }

  edit(id: string, text: string): Promise<string | undefined> {
    return this.#changeOwn(id, (own, name) => own.replace(name, text));
  }

  remove(id: string): Promise<string | undefined> {
    return this.#changeOwn(id, async (own, name) => {
      const change = await own.remove(name);
      if (change.ok) await (await this.#deps.servers()).forgetSignIn(id);
      return change;
    });
  }

  undoRemove(id: string): Promise<string | undefined> {
    return this.#changeOwn(id, async (own, name) => {
      const change = await own.putBack(name);
      if (change.ok) await (await this.#deps.servers()).restoreSignIn(id);
      return change;
    });
  }

  setOn(id: string, isOn: boolean): Promise<string | undefined> {
    const { folder, name } = partsOfId(id);
    return folder === null
      ? this.#change((own) => own.setOn(name, isOn))
      : this.#switchOfFolder(id, folder, isOn);
  }

  /** Has external agents get a server too, as it is reached now, or no longer. */
  async share(id: string, sharing: ServerSharing): Promise<string | undefined> {
    const { settings, onSettings, servers } = this.#deps;
    const all = await servers();
    const identity = all.identity(id);
    const { [id]: _, ...others } = settings.read().serversForAgents;
    if (sharing !== 'none' && identity === undefined) return serverGone;
    const chosen = identity !== undefined &&
      sharing !== 'none' && { [id]: { identity, secrets: sharing === 'with-secrets' } };
    settings.save({ serversForAgents: { ...others, ...chosen } });
    onSettings(settings.read());
    all.chosen();
    return undefined;
  }

  /** The file is written before what runs servers is loaded, so that a message that comes meanwhile finds it. */
  #file(): Promise<OwnServers> {
    this.#opened ??= import('./own-servers.ts').then(
      ({ OwnServers: Own }) => new Own(join(this.#deps.dataDir, 'mcp.json')),
    );
    return this.#opened;
  }

  async #change(work: (own: OwnServers) => Promise<OwnChange>): Promise<string | undefined> {
    const changed = await work(await this.#file());
    if (!changed.ok) return changed.problem;
    await this.#deps.refresh();
    const servers = await this.#deps.servers();
    for (const name of changed.names) void servers.restart(idOf(null, name));
    return undefined;
  }

  /** Makes a change about one of the person's own servers. */
  async #changeOwn(
    id: string,
    work: (own: OwnServers, name: string) => Promise<OwnChange>,
  ): Promise<string | undefined> {
    const { folder, name } = partsOfId(id);
    if (folder !== null) return `This server is kept in ${folder}. Change it there.`;
    return this.#change((own) => work(own, name));
  }

  async #switchOfFolder(id: string, folder: string, isOn: boolean): Promise<undefined> {
    const { settings, onSettings, refresh, servers } = this.#deps;
    const { name } = partsOfId(id);
    const { serversOff } = settings.read();
    const others = (serversOff[folder] ?? []).filter((other) => other !== name);
    settings.save({ serversOff: { ...serversOff, [folder]: isOn ? others : [...others, name] } });
    onSettings(settings.read());
    await refresh();
    if (isOn) void (await servers()).restart(id);
  }
}
