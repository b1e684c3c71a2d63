import { withAskerName } from '../../shared/ledger/ledger-entry.ts';
import type { ProviderId } from '../../shared/providers/provider.ts';
import { messageOf } from '../../shared/thrown-error.ts';
import { isExternal } from '../agents/external/agent-names.ts';
import { providerOf } from '../agents/model/providers.ts';
import { FolderUnusable } from '../folder/usable-folder.ts';
import { type Calls, withProblem } from './calls.ts';
import type { Services } from './services.ts';
import { addRule, offeredRules, tryCommand } from './typed-commands.ts';
import { trustedBy } from './workspace-calls.ts';

/** The calls about the whole app. */
export function appCalls({ app }: Calls) {
  return {
    ping: app.ping.handler(() => undefined),
    watch: app.watch.handler(({ input, context: { feed, state }, signal }) =>
      feed.subscribe(state, input.after, signal),
    ),
    findLines: app.findLines.handler(async ({ input, context: { stores }, signal }) => {
      const { findLines } = await import('../chat/find-messages.ts');
      return findLines(stores.search, input.text, signal);
    }),
    listFolders: app.listFolders.handler(async ({ input }) => {
      const { completeFolder } = await import('../folder/complete-folder.ts');
      return completeFolder(input.typed);
    }),
    recentFolders: app.recentFolders.handler(({ context }) => context.recentFolders()),
    saveSettings: app.saveSettings.handler(async ({ input, context }) => {
      const { stores, listedTools, askTimeouts, feed, workspaces } = context;
      stores.settings.save(input);
      if (input.secondNames !== undefined) await listedTools.update();
      if (input.askTimeout === 0) askTimeouts.touchAll();
      feed.publish({ type: 'settings-changed', settings: stores.settings.read() });
      if (input.ollamaWindow === undefined) return;
      const ofOllama = workspaces.rows().filter(({ agent }) => providerOf(agent) === 'ollama');
      for (const { id } of ofOllama) workspaces.changed(id);
    }),
  };
}

/** The calls of Settings about the providers of models and the default agent of new chats. */
export function agentCalls({ agents }: Calls) {
  return {
    saveProvider: agents.saveProvider.handler(async ({ input: { provider, ...entered }, context }) => {
      await context.providers.saveProvider(provider, entered);
      offerRetry(context, provider);
    }),
    restoreKey: agents.restoreKey.handler(async ({ input: { provider }, context }) => {
      await context.providers.restoreKey(provider);
      offerRetry(context, provider);
    }),
    saveParameter: agents.saveParameter.handler(async ({ input, context, errors }) => {
      const { provider, name, value } = input;
      const { parameterProblem } = await import('../agents/model/parameter-input.ts');
      const problem = value === null ? undefined : parameterProblem(name, value.text);
      if (problem !== undefined) throw errors['parameter-refused'](withProblem(problem));
      await context.providers.saveParameter(provider, name, value ?? undefined);
      offerRetry(context, provider);
    }),
    checkProvider: agents.checkProvider.handler(async ({ input: { provider, ...entered }, context }) => {
      const { providers, proxies } = context;
      const { checkProvider } = await import('../agents/model/check-provider.ts');
      const setup = providers.entered(provider, entered);
      const check = await checkProvider(setup, proxies);
      providers.noteCheck(setup, check);
      return check;
    }),
    sampleAsk: agents.sampleAsk.handler(async () => {
      const { sampleAsk } = await import('../agents/model/guide/questions.ts');
      return sampleAsk();
    }),
    ...externalAgentCalls({ agents }),
    setNewAgent: agents.setNewAgent.handler(({ input, context }) => {
      const { providers, workspaces, trust } = context;
      const before = providers.newAgent().agent;
      providers.setNewAgent(input.agent);
      for (const id of workspaces.replaceUnusedAgent(before, providers.newAgent().agent)) {
        const { folder, agent } = trustedBy(workspaces.row(id));
        trust.look(folder, agent);
      }
    }),
  };
}

/** The calls of Settings about external agents: what is here, what can be installed, and their keys. */
function externalAgentCalls({ agents }: Pick<Calls, 'agents'>) {
  return {
    findExternal: agents.findExternal.handler(({ context: { externalAgents } }) => externalAgents.find()),
    readRegistry: agents.readRegistry.handler(async ({ context: { externalAgents } }) =>
      (await externalAgents.registryList()).read(),
    ),
    refreshRegistry: agents.refreshRegistry.handler(async ({ context: { externalAgents }, errors }) => {
      const list = await externalAgents.registryList();
      const problem = await list.refresh();
      if (problem !== undefined) throw errors['agent-refused'](withProblem(problem));
      return list.read();
    }),
    lookAtPackage: agents.lookAtPackage.handler(async ({ input, context: { externalAgents }, errors }) => {
      const look = await (await externalAgents.registryList()).look(input.agent);
      if (typeof look === 'string') throw errors['agent-refused'](withProblem(look));
      return look;
    }),
    install: agents.install.handler(async ({ input, context: { externalAgents }, errors }) => {
      const problem = await externalAgents.installs.start(input.agent, input.spec);
      if (problem !== undefined) throw errors['agent-refused'](withProblem(problem));
    }),
    cancelInstall: agents.cancelInstall.handler(({ input, context: { externalAgents } }) =>
      externalAgents.installs.cancel(input.agent),
    ),
    saveKeys: agents.saveKeys.handler(async ({ input, context: { externalAgents }, errors }) => {
      const problem = await externalAgents.signIns.saveKeys(input.agent, input.keys);
      if (problem !== undefined) throw errors['key-refused'](withProblem(problem));
      return externalAgents.find();
    }),
    signOut: agents.signOut.handler(async ({ input, context: { externalAgents } }) => ({
      problem: await externalAgents.signIns.signOut(input.agent),
    })),
    removeKey: agents.removeKey.handler(async ({ input, context: { externalAgents } }) => {
      await externalAgents.signIns.removeKey(input.agent, input.variable);
      return externalAgents.find();
    }),
    undoRemoveKey: agents.undoRemoveKey.handler(async ({ input, context: { externalAgents } }) => {
      await externalAgents.signIns.undoRemoveKey(input.agent, input.variable);
      return externalAgents.find();
    }),
  };
}

/** Has the failed turns of a provider's chats tried again, now that it is set up otherwise. */
function offerRetry({ turns }: Services, id: ProviderId): void {
  turns.offerRetry(({ agent }) => providerOf(agent) === id);
}

/** Makes and revokes the tokens of MCP clients over HTTP, for Settings and the command line. */
export function clientTokenCalls(calls: Calls) {
  return {
    make: calls.clientTokens.make.handler(async ({ context }) => {
      const token = await context.clientTokens.make();
      publishTokens(context);
      return { token };
    }),
    revoke: calls.clientTokens.revoke.handler(async ({ context }) => {
      const revoked = await context.clientTokens.revoke();
      publishTokens(context);
      return { revoked };
    }),
  };
}

function publishTokens({ feed, clientTokens }: Services): void {
  feed.publish({ type: 'client-tokens-changed', clientTokens: clientTokens.info() });
}

const pageLength = 50;

/** The calls of the page of decisions. */
export function ledgerCalls({ ledger }: Calls) {
  return {
    search: ledger.search.handler(async ({ input: { before, ...search }, context: { stores } }) => {
      const { findEntries } = await import('../storage/ledger-outcomes.ts');
      const found = await findEntries(stores, search, pageLength + 1, before);
      return { entries: found.slice(0, pageLength).map(withAskerName), hasMore: found.length > pageLength };
    }),
    overview: ledger.overview.handler(async ({ input, context: { stores } }) => {
      const { overviewOf } = await import('../storage/ledger-outcomes.ts');
      return overviewOf(stores, input.days);
    }),
    facets: ledger.facets.handler(({ context: { stores } }) => stores.ledgerIndex.facets()),
    export: ledger.export.handler(async ({ input: { format, ...search }, context: { stores } }) => {
      const { ledgerDocument } = await import('../../shared/ledger/ledger-document.ts');
      const { findEntries } = await import('../storage/ledger-outcomes.ts');
      return { text: ledgerDocument((await findEntries(stores, search)).map(withAskerName), format) };
    }),
    prune: ledger.prune.handler(({ input, context: { stores } }) => ({
      removed: stores.ledger.prune(input.before),
    })),
  };
}

/** The calls about the rules that answer in the person's place. */
export function ruleCalls({ rules }: Calls) {
  return {
    remove: rules.remove.handler(({ input, context }) => context.rules.remove(input.ruleId)),
    lastUses: rules.lastUses.handler(({ context }) => context.stores.permissions.lastUses()),
    tryCommand: rules.tryCommand.handler(({ input, context: { permissions, commands } }) =>
      tryCommand(input, { permissions, commands }),
    ),
    offered: rules.offered.handler(({ input, context }) => offeredRules(input, context)),
    add: rules.add.handler(async ({ input, context, errors }) => {
      if (!(await addRule(input, context))) throw errors['rule-changed']();
    }),
    confinement: rules.confinement.handler(({ input, context }) => context.commands.confinement(input.again)),
    chooseConfined: rules.chooseConfined.handler(({ input: { folder, unasked }, context }) =>
      context.rules.chooseConfined(folder, unasked),
    ),
  };
}

/** The calls about the folders that the person decided about. */
export function trustCalls({ trust }: Calls) {
  return { forget: trust.forget.handler(({ input, context }) => context.trust.forget(input.folder)) };
}

/** The calls about the MCP servers that chats use. */
export function serverCalls({ servers: calls }: Calls) {
  return {
    refresh: calls.refresh.handler(({ context: { servers } }) => servers.refresh()),
    details: calls.details.handler(({ input, context: { servers } }) => servers.details(input.id)),
    add: calls.add.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.changes.add(input.text);
      if (problem !== undefined) throw errors['servers-refused'](withProblem(problem));
    }),
    entry: calls.entry.handler(async ({ input, context: { servers } }) => ({
      text: (await servers.changes.entry(input.id)) ?? null,
    })),
    edit: calls.edit.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.changes.edit(input.id, input.text);
      if (problem !== undefined) throw errors['servers-refused'](withProblem(problem));
    }),
    remove: calls.remove.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.changes.remove(input.id);
      if (problem !== undefined) throw errors['servers-refused'](withProblem(problem));
    }),
    undoRemove: calls.undoRemove.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.changes.undoRemove(input.id);
      if (problem !== undefined) throw errors['servers-refused'](withProblem(problem));
    }),
    setOn: calls.setOn.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.changes.setOn(input.id, input.on);
      if (problem !== undefined) throw errors['servers-refused'](withProblem(problem));
    }),
    share: calls.share.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.changes.share(input.id, input.sharing);
      if (problem !== undefined) throw errors['servers-refused'](withProblem(problem));
    }),
    signIn: calls.signIn.handler(({ input, context: { servers }, errors }) =>
      servers.signIn(input.id).catch((error: unknown) => {
        throw errors['sign-in-failed'](withProblem(messageOf(error)));
      }),
    ),
    cancelSignIn: calls.cancelSignIn.handler(({ input, context: { servers } }) =>
      servers.cancelSignIn(input.id),
    ),
    signOut: calls.signOut.handler(async ({ input, context: { servers }, errors }) => {
      const problem = await servers.signOut(input.id);
      if (problem !== undefined) throw errors['grant-not-revoked'](withProblem(problem));
    }),
    restart: calls.restart.handler(({ input, context: { servers } }) => servers.restart(input.id)),
  };
}

/** The calls about the terminals in which people sign in to agents. */
export function terminalCalls({ terminals }: Calls) {
  const all = ({ externalAgents, turns }: Services) => externalAgents.terminals((chat) => turns.start(chat));
  return {
    open: terminals.open.handler(async ({ input: { of, way, ...size }, context, errors }) => {
      const { workspaces } = context;
      const refused = (problem: string) => errors['sign-in-failed'](withProblem(problem));
      if (of.type === 'chat' && !workspaces.has(of.workspaceId))
        throw refused('This chat is no longer here.');
      const agent = of.type === 'chat' ? workspaces.row(of.workspaceId).agent : of.agent;
      if (!isExternal(agent)) throw refused('Nobody signs in to this agent.');
      const { AgentFailure } = await import('../agents/external/failure.ts');
      try {
        const { terminal, command } = await (await all(context)).open(of, way, size);
        return { terminal: terminal.id, command };
      } catch (error) {
        if (error instanceof AgentFailure) throw refused(error.problem.what);
        throw error;
      }
    }),
    watch: terminals.watch.handler(async ({ input, context, signal, errors }) => {
      const terminal = (await all(context)).get(input.terminal);
      if (terminal === undefined) throw errors['no-such-terminal']();
      return terminal.watch(signal);
    }),
    took: terminals.took.handler(async ({ input: { terminal, view, characters }, context }) => {
      (await all(context)).get(terminal)?.took(view, characters);
    }),
    write: terminals.write.handler(async ({ input: { terminal, view, nth, data }, context }) => {
      (await all(context)).get(terminal)?.write(view, nth, data);
    }),
    resize: terminals.resize.handler(async ({ input: { terminal, view, ...size }, context }) => {
      (await all(context)).get(terminal)?.resize(view, size);
    }),
    close: terminals.close.handler(async ({ input, context }) => (await all(context)).end(input.terminal)),
  };
}

/** The calls about what is kept of the worktrees of deleted chats. */
export function worktreeCalls({ worktrees: calls }: Calls) {
  return {
    kept: calls.kept.handler(({ context: { worktrees } }) => worktrees.kept()),
    restore: calls.restore.handler(async ({ input, context: { worktrees }, errors }) => {
      const restored = await worktrees.restore(input.id).catch((error: unknown) => {
        if (error instanceof FolderUnusable) throw errors['not-restored'](withProblem(error.message));
        throw error;
      });
      if (restored === undefined) throw errors['not-kept']();
      const { chat: workspaceId, problem } = restored;
      if (problem !== undefined) throw errors['not-restored'](withProblem(`${problem.what} ${problem.todo}`));
      return { workspaceId };
    }),
  };
}
