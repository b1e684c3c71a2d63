import { parseSlash } from '../../shared/commands/slash-command.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import { isExternal } from '../agents/external/agent-names.ts';
import { providerOf } from '../agents/model/providers.ts';
import { mentionedFiles } from '../folder/file-index.ts';
import type { Expanded } from '../mcp-servers/chat-offers.ts';
import { type Calls, withProblem } from './calls.ts';
import type { Services } from './services.ts';

/** The calls of a composer: messages, queued and unsent ones, and what can be chosen while one is written. */
export function messageCalls({ workspace }: Calls) {
  return {
    sendMessage: workspace.sendMessage.handler(async ({ input, context, errors }) => {
      const { workspaceId, ...sent } = input;
      const { workspaces, messages, chatCommands } = context;
      const expanded = await expand(context, workspaceId, sent.text);
      if (!expanded.ok) throw errors['offer-unusable'](withProblem(expanded.problem));
      const mentions = mentionedFiles(workspaces.folder(workspaceId), sent.text);
      const message = { ...sent, mentions, command: expanded.command };
      if (!messages.canQueue(workspaceId, message)) throw errors['attachment-missing']();
      chatCommands.send(workspaceId, message);
    }),
    resendMessage: workspace.resendMessage.handler(async ({ input, context, errors }) => {
      const { workspaceId, messageId, ...sent } = input;
      const { workspaces, messages, chatCommands } = context;
      const expanded = await expand(context, workspaceId, sent.text);
      if (!expanded.ok) throw errors['offer-unusable'](withProblem(expanded.problem));
      if (sent.text.trim() === '' && !messages.keepsFiles(messageId, sent.dropped))
        throw errors['nothing-to-send']();
      const mentions = mentionedFiles(workspaces.folder(workspaceId), sent.text);
      const message = { ...sent, mentions, command: expanded.command };
      if (!(await chatCommands.resend(workspaceId, messageId, message))) throw errors['no-such-message']();
    }),
    readSentMessages: workspace.readSentMessages.handler(({ input, context: { messages } }) =>
      messages.sentBefore(input.workspaceId, input.before),
    ),
    withdrawMessage: workspace.withdrawMessage.handler(
      ({ input: { workspaceId, messageId, ...how }, context: { messages, workspaces }, errors }) => {
        const result = messages.withdraw(workspaceId, messageId, how);
        if (result === 'already-delivered' || result === 'not-queued') throw errors[result]();
        workspaces.changed(workspaceId);
      },
    ),
    sendQueuedNow: workspace.sendQueuedNow.handler(({ input, context: { chatCommands } }) =>
      chatCommands.sendNow(input.workspaceId, input.messageId),
    ),
    saveMessageDraft: workspace.saveMessageDraft.handler(({ input, context: { messages } }) => {
      messages.saveDraft(input.workspaceId, input.text);
    }),
    readSlashCommands: workspace.readSlashCommands.handler(
      async ({ input, context: { slashCommands, skills, workspaces } }) => {
        const { folder, agent } = workspaces.row(input.workspaceId);
        const ofFolder = await (await slashCommands()).list(folder);
        if (isExternal(agent)) return ofFolder;
        const found = await (await skills()).list(folder);
        return {
          commands: [...ofFolder.commands, ...found.skills],
          untrusted: ofFolder.untrusted + found.untrusted,
        };
      },
    ),
    readServerOffers: workspace.readServerOffers.handler(({ input, context: { servers, workspaces } }) =>
      servers.offers(workspaces.row(input.workspaceId).folder),
    ),
    findFiles: workspace.findFiles.handler(({ input, context: { files, workspaces }, signal }) =>
      files.find(workspaces.folder(input.workspaceId), input.query, signal ?? new AbortController().signal),
    ),
  };
}

/** Returns what an agent is told in place of a text, of commands, skills and what servers offer. */
async function expand(services: Services, id: WorkspaceId, text: string): Promise<Expanded> {
  const { folder } = services.workspaces.row(id);
  const isOwn = text.startsWith('/') && !(await isOfAgent(services, id, text));
  const command = isOwn ? await commandOf(services, id, text) : undefined;
  return services.servers.expand(folder, text, command);
}

/** Returns the text of a folder's command, else of a skill; an external agent finds its skills by itself. */
async function commandOf(
  { workspaces, slashCommands, skills }: Services,
  id: WorkspaceId,
  text: string,
): Promise<MessageCommand | undefined> {
  const { folder, agent } = workspaces.row(id);
  const command = await (await slashCommands()).expand(folder, text);
  return command ?? (isExternal(agent) ? undefined : (await skills()).expand(folder, text));
}

/** True where a text begins with a command of the external agent's own, which gets the text as it is. */
async function isOfAgent({ externalAgents }: Services, id: WorkspaceId, text: string): Promise<boolean> {
  const { name } = parseSlash(text) ?? {};
  const own = (await externalAgents.options(id))?.commands() ?? [];
  return own.some((command) => command.name === name);
}

/** Files that go with messages. */
export function attachmentCalls({ workspace }: Calls) {
  return {
    attach: workspace.attach.handler(
      async ({ input: { workspaceId, ...file }, context: { attachments }, errors }) => {
        const examined = await attachments.attach(workspaceId, file);
        if (examined.ok) return examined.attachment;
        throw errors['attachment-refused'](withProblem(examined.problem));
      },
    ),
    detach: workspace.detach.handler(({ input, context: { attachments } }) =>
      attachments.detach(input.workspaceId, input.attachmentId),
    ),
    readAttachment: workspace.readAttachment.handler(({ input, context: { attachments }, errors }) => {
      const found = attachments.read(input.workspaceId, input.attachmentId, input.copy);
      if (found === undefined) throw errors['attachment-missing']();
      return found;
    }),
  };
}

/** The calls about what of a chat its agent goes on from: its branch, and its summary. */
export function branchCalls({ workspace }: Calls) {
  return {
    summarise: workspace.summarise.handler(async ({ input, context: { turns, workspaces } }) => {
      const { workspaceId, whenDone } = input;
      if (providerOf(workspaces.row(workspaceId).agent) === undefined) return { started: false };
      if (whenDone) return { started: await turns.summariseWhenDone(workspaceId) };
      return { started: turns.summarise(workspaceId) };
    }),
    editSummary: workspace.editSummary.handler(({ input, context: { log }, errors }) => {
      const { workspaceId, messageId, text } = input;
      if (!log.editSummary(workspaceId, messageId, text)) throw errors['no-such-message']();
    }),
    showBranch: workspace.showBranch.handler(({ input, context: { turns, stores }, errors }) => {
      const { workspaceId, at } = input;
      const messageId =
        'messageId' in at ? at.messageId : stores.search.messageOfCallAnywhere(workspaceId, at.toolCallId);
      const shown = messageId === undefined ? 'no-such-message' : turns.showBranch(workspaceId, messageId);
      if (shown === 'working') throw errors['agent-working']();
      if (shown === 'rewound') throw errors['chat-went-back']();
      if (shown === 'no-such-message') throw errors['no-such-message']();
      return { changed: shown === 'shown' };
    }),
    undoSummary: workspace.undoSummary.handler(({ input, context: { log, workspaces } }) => {
      log.dropSummary(input.workspaceId, input.messageId);
      workspaces.changed(input.workspaceId);
    }),
  };
}
