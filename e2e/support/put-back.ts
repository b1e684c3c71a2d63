import type { AppEvent, AppState } from '../../src/shared/contract/app-state.ts';
import type { ParleyClient } from '../../src/shared/contract/contract.ts';
import type { FeedItem } from '../../src/shared/contract/feed.ts';
import type { WorkspaceId } from '../../src/shared/ids.ts';
import { isInbox } from '../../src/shared/workspace/workspace-link.ts';

/** The state that a window gets first. */
export async function appStateOf(client: ParleyClient): Promise<AppState> {
  for await (const item of await client.app.watch({})) if (item.type === 'snapshot') return item.state;
  throw new Error('the host says nothing of its state');
}

/** Ends what goes on in the chats of a Parley, and puts back what all chats share. */
export async function putBack(client: ParleyClient, atStart: AppState): Promise<void> {
  await stopAll(client);
  const { workspaces, rules, agents, clientTokens } = await appStateOf(client);
  const waiting = workspaces.filter((workspace) => workspace.waiting > 0);
  for (const { id } of waiting) await settleAll(client, id);
  // An agent may go on once something is settled.
  if (waiting.length > 0) await stopAll(client);
  for (const { id } of rules) await client.rules.remove({ ruleId: id });
  if (clientTokens.count > 0) await client.clientTokens.revoke();
  await putAgentsBack(client, agents, atStart.agents);
  await client.app.saveSettings(atStart.settings);
}

async function stopAll(client: ParleyClient): Promise<void> {
  const { workspaces } = await appStateOf(client);
  const inUse = workspaces.filter(({ archived }) => !archived);
  await Promise.all(inUse.map(({ id }) => client.workspace.stop({ workspaceId: id })));
  // Until its turn has ended an agent may still ask.
  await untilNoneWorks(client);
}

/** True while what all chats share is as it was at the start, and nothing waits for the person. */
export const isAsAtStart = (state: AppState, atStart: AppState): boolean =>
  sharedBy(state) === sharedBy(atStart) &&
  // All tests share the Inbox, which keeps what was asked there.
  state.workspaces.every(({ id, waiting }) => waiting === 0 && !isInbox(id));

/** What all chats share, as text. */
function sharedBy({ settings, rules, agents, servers, clientTokens, about }: AppState): string {
  const { newAgent, providers } = agents;
  return JSON.stringify({
    settings,
    rules,
    // Whether somebody chose it makes no difference to a chat.
    agents: { providers: providers.map(setUpOf), newAgent: newAgent.agent },
    servers,
    tokens: clientTokens.count,
    startMessage: about.startMessage,
  });
}

/** How a provider is set up, without what it said. */
function setUpOf({ id, key, address, parameters }: AppState['agents']['providers'][number]): string {
  return JSON.stringify([id, key.source, address, parameters]);
}

async function putAgentsBack(
  client: ParleyClient,
  { providers, newAgent }: AppState['agents'],
  atStart: AppState['agents'],
): Promise<void> {
  const before = new Set(atStart.providers.map(setUpOf));
  for (const provider of providers) {
    if (before.has(setUpOf(provider))) continue;
    await client.agents.saveProvider({ provider: provider.id, key: '', address: '' });
    for (const { in: place, name } of provider.parameters)
      await client.agents.saveParameter({ provider: provider.id, name: { in: place, name }, value: null });
  }
  if (newAgent.agent !== atStart.newAgent.agent)
    await client.agents.setNewAgent({ agent: atStart.newAgent.agent });
}

/** Settles what waits in a chat without a turn: previews, and what somebody outside asks. */
async function settleAll(client: ParleyClient, workspaceId: WorkspaceId): Promise<void> {
  for (const part of await callsOf(client, workspaceId)) {
    const { toolCallId } = part;
    if (part.kind === 'preview' && part.action?.state.type === 'open') {
      const { id: actionId, fingerprint } = part.action;
      await client.workspace.decidePreview({
        workspaceId,
        actionId,
        fingerprint,
        decision: { type: 'discard' },
      });
    }
    if (part.kind === 'question' && part.ask !== null && part.ask.settlement === null)
      await client.workspace.declineAskUserQuestion({ workspaceId, toolCallId });
  }
}

async function callsOf(client: ParleyClient, workspaceId: WorkspaceId) {
  for await (const item of await client.workspace.watch({ workspaceId })) {
    if (item.type !== 'snapshot') continue;
    const parts = item.state.transcript.messages.flatMap((message) =>
      'parts' in message ? message.parts : [],
    );
    return parts.filter((part) => part.type === 'tool');
  }
  throw new Error('the host says nothing of a chat');
}

async function untilNoneWorks(client: ParleyClient): Promise<void> {
  const working = new Set<string>();
  for await (const item of await client.app.watch({})) {
    for (const { id, turn } of workspacesOf(item)) {
      if (turn.status === 'working') working.add(id);
      else working.delete(id);
    }
    if (working.size === 0) return;
  }
}

function workspacesOf(item: FeedItem<AppState, AppEvent>) {
  if (item.type === 'snapshot') return item.state.workspaces;
  return item.event.type === 'workspace-changed' ? [item.event.workspace] : [];
}
