import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ServersOverview } from '../../shared/mcp-servers/server-info.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import type { Expanded } from '../mcp-servers/chat-offers.ts';
import type { OwnChange, OwnServers } from '../mcp-servers/own-servers.ts';
import { idOf, partsOfId } from '../mcp-servers/server-id.ts';
import type { ToolSource } from '../tools/tool.ts';
import type { Loaded, ServersWiring } from './load-servers.ts';

/** A text that may begin with a prompt of a server, or mention a resource of one. */
const mayOffer = /^\/[^\s/:]+:|@[^\s:]+:/u;

/** Makes what runs the MCP servers that chats use; all of it loads once a file names one. */
export function createServers(wiring: ServersWiring) {
  const { options, emit, report } = wiring.platform;
  const { dataDir } = options;
  let overview: ServersOverview = { servers: [], problems: [] };
  let loaded: Promise<Loaded> | undefined;
  const onChange = (changed: ServersOverview) => {
    overview = changed;
    emit({ type: 'servers-changed', servers: changed });
  };
  const signIns = join(dataDir, 'sign-ins.json');
  const load = () =>
    (loaded ??= import('./load-servers.ts').then(({ loadServers }) =>
      loadServers(wiring, { signIns, onChange }),
    ));
  const named = (folder: string) =>
    existsSync(join(dataDir, 'mcp.json')) || existsSync(join(folder, '.mcp.json'));
  const isUsed = (folder: string) => loaded !== undefined || named(folder);
  const source = toolSource(isUsed, load);
  async function refresh(): Promise<void> {
    const folders = new Set(wiring.chat.workspaces.list().map(({ folder }) => folder));
    const used = [...folders].filter(isUsed);
    if (used.length === 0 && !existsSync(join(dataDir, 'mcp.json'))) return;
    const { servers } = await load();
    await servers.of(null);
    for (const folder of used) await servers.of(folder);
  }
  const endOrphaned = async () => (await load()).servers.endOrphaned();
  return {
    source,
    overview: () => overview,
    /** Reads the files of all folders of chats again. */
    refresh,
    offers: async (folder: string) =>
      isUsed(folder) ? (await load()).offers.list(folder) : { prompts: [], resources: [], isComplete: true },
    async expand(folder: string, text: string, before?: MessageCommand): Promise<Expanded> {
      if (!isUsed(folder) || !mayOffer.test(text)) return { ok: true, command: before };
      return (await load()).offers.expand(folder, text, before);
    },
    details: async (id: string) => (await loaded)?.servers.details(id) ?? null,
    restart: async (id: string) => (await loaded)?.servers.restart(id),
    ...serverChanges({ wiring, load, refresh }),
    signIn: async (id: string) => (await loaded)?.servers.beginSignIn(id),
    cancelSignIn: async (id: string) => (await loaded)?.servers.cancelSignIn(id),
    signOut: async (id: string) => (await loaded)?.servers.signOut(id),
    /** Ends what a Parley that was killed left, and waits on for who had gone to sign in. */
    recover(): void {
      if (existsSync(signIns)) refresh().catch(report);
      if (existsSync(join(dataDir, 'mcp-servers.running'))) endOrphaned().catch(report);
    },
    async close(): Promise<void> {
      await (await loaded)?.servers.close();
    },
  };
}

type Changing = { wiring: ServersWiring; load: () => Promise<Loaded>; refresh: () => Promise<void> };

/**
 * What a person changes about servers. A change is read again at once, and what is new or different is started. Each
 * returns a problem for the person, or undefined.
 */
function serverChanges({ wiring, load, refresh }: Changing) {
  const { options, stores, emit } = wiring.platform;
  const { settings } = stores;
  let opened: Promise<OwnServers> | undefined;
  // The file is written before what runs servers is loaded, so that a message that comes meanwhile finds it.
  const file = () =>
    (opened ??= import('../mcp-servers/own-servers.ts').then(
      ({ OwnServers: Own }) => new Own(join(options.dataDir, 'mcp.json')),
    ));
  const folderOnly = (folder: string) => `This server is kept in ${folder}. Change it there.`;

  async function change(work: (own: OwnServers) => Promise<OwnChange>): Promise<string | undefined> {
    const changed = await work(await file());
    if (!changed.ok) return changed.problem;
    await refresh();
    const { servers } = await load();
    for (const name of changed.names) void servers.restart(idOf(null, name));
    return undefined;
  }

  /** Makes a change about one of the person's own servers. */
  async function changeOwn(
    id: string,
    work: (own: OwnServers, name: string) => Promise<OwnChange>,
  ): Promise<string | undefined> {
    const { folder, name } = partsOfId(id);
    return folder === null ? change((own) => work(own, name)) : folderOnly(folder);
  }

  async function switchOfFolder(id: string, folder: string, isOn: boolean): Promise<undefined> {
    const { name } = partsOfId(id);
    const { serversOff } = settings.read();
    const others = (serversOff[folder] ?? []).filter((other) => other !== name);
    settings.save({ serversOff: { ...serversOff, [folder]: isOn ? others : [...others, name] } });
    emit({ type: 'settings-changed', settings: settings.read() });
    await refresh();
    if (isOn) void (await load()).servers.restart(id);
  }

  return {
    add: (text: string) => change((own) => own.add(text)),
    async entry(id: string): Promise<string | undefined> {
      const { folder, name } = partsOfId(id);
      return folder === null ? (await file()).entry(name) : undefined;
    },
    edit: (id: string, text: string) => changeOwn(id, (own, name) => own.replace(name, text)),
    remove: (id: string) =>
      changeOwn(id, async (own, name) => {
        const change = await own.remove(name);
        if (change.ok) await (await load()).servers.forgetSignIn(id);
        return change;
      }),
    undoRemove: (id: string) =>
      changeOwn(id, async (own, name) => {
        const change = await own.putBack(name);
        if (change.ok) await (await load()).servers.restoreSignIn(id);
        return change;
      }),
    setOn(id: string, isOn: boolean): Promise<string | undefined> {
      const { folder, name } = partsOfId(id);
      return folder === null ? change((own) => own.setOn(name, isOn)) : switchOfFolder(id, folder, isOn);
    },
  };
}

/** Returns the tools of the servers that a folder uses. */
function toolSource(isUsed: (folder: string) => boolean, load: () => Promise<Loaded>): ToolSource {
  return {
    tools: async (chat) => (isUsed(chat.folder) ? (await load()).tools.tools(chat) : []),
    find: async (name, chat) => (isUsed(chat.folder) ? (await load()).tools.find(name, chat) : undefined),
  };
}
