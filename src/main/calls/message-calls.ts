import { parseSlash } from '../../shared/commands/slash-command.ts';
import type { WorkspaceId } from '../../shared/ids.ts';
import type { ServerOffersInfo } from '../../shared/mcp-servers/server-info.ts';
import type { MessageCommand } from '../../shared/transcript/transcript.ts';
import type { ChatCommands } from '../agents/chat-commands.ts';
import { providerOf } from '../agents/model/providers.ts';
import type { Attachments } from '../chat/attachments.ts';
import type { ChatLog } from '../chat/chat-log.ts';
import type { PersonMessages } from '../chat/person-messages.ts';
import { type FileIndex, mentionedFiles } from '../folder/file-index.ts';
import type { SlashCommands } from '../folder/slash-commands.ts';
import type { Expanded } from '../mcp-servers/chat-offers.ts';
import type { SearchStore } from '../storage/search-store.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import type { AgentOptionCallParts } from './agent-option-calls.ts';
import type { Calls } from './calls.ts';
import { knownWorkspace } from './known-workspace.ts';

type MessageCallParts = CourseCallParts & {
  messages: PersonMessages;
  files: FileIndex;
  /** Loads what reads the commands of folders. */
  slash: () => Promise<SlashCommands>;
  servers: {
    offers(folder: string): Promise<ServerOffersInfo>;
    /** Returns what a text comes to with what servers offer; `before` is what it comes to without. */
    expand(folder: string, text: string, before: MessageCommand | undefined): Promise<Expanded>;
  };
} & Pick<AgentOptionCallParts, 'external'>;

/** The calls of a composer: messages, queued and unsent ones. */
export function messageCalls(calls: Calls, parts: MessageCallParts) {
  const { workspaces, messages, commands } = parts;
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  const expand = expansion(parts);
  return {
    ...courseCalls(calls, parts),
    ...suggestionCalls(calls, parts),
    sendMessage: workspace.sendMessage
      .use(known)
      .handler(async ({ input: { workspaceId, key, text, attachments }, errors }) => {
        const expanded = await expand(workspaceId, text);
        if (!expanded.ok) throw errors['offer-unusable'](unusable(expanded));
        const { command } = expanded;
        const message = {
          key,
          text,
          mentions: mentionedFiles(workspaces.folder(workspaceId), text),
          attachments,
          command,
        };
        if (!messages.canQueue(workspaceId, message)) throw errors['attachment-missing']();
        commands.send(workspaceId, message);
      }),
    resendMessage: workspace.resendMessage
      .use(known)
      .handler(async ({ input: { workspaceId, messageId, key, text, dropped }, errors }) => {
        const expanded = await expand(workspaceId, text);
        if (!expanded.ok) throw errors['offer-unusable'](unusable(expanded));
        const { command } = expanded;
        const message = {
          key,
          text,
          mentions: mentionedFiles(workspaces.folder(workspaceId), text),
          command,
          dropped,
        };
        if (text.trim() === '' && !messages.keepsFiles(messageId, dropped)) throw errors['nothing-to-send']();
        if (!(await commands.resend(workspaceId, messageId, message))) throw errors['no-such-message']();
      }),
    readSentMessages: workspace.readSentMessages
      .use(known)
      .handler(({ input: { workspaceId, before } }) => messages.sentBefore(workspaceId, before)),
    withdrawMessage: workspace.withdrawMessage.use(known).handler(({ input, errors }) => {
      const { workspaceId, messageId, key, draft } = input;
      const result = messages.withdraw(workspaceId, messageId, { key, draft });
      if (result === 'already-delivered' || result === 'not-queued') throw errors[result]();
      workspaces.changed(workspaceId);
    }),
    sendQueuedNow: workspace.sendQueuedNow
      .use(known)
      .handler(({ input: { workspaceId, messageId } }) => commands.sendNow(workspaceId, messageId)),
    saveMessageDraft: workspace.saveMessageDraft.use(known).handler(({ input }) => {
      messages.saveDraft(input.workspaceId, input.text);
    }),
  };
}

type Expansion = Pick<MessageCallParts, 'workspaces' | 'slash' | 'servers' | 'external'>;

/** Returns what an agent is told in place of a text, of the folder's commands and of what servers offer. */
function expansion({ workspaces, slash, servers, external }: Expansion) {
  /** True of a text that an agent of its own takes as its command: it gets it as it is written. */
  async function isOfAgent(id: WorkspaceId, text: string): Promise<boolean> {
    const { name } = parseSlash(text) ?? {};
    const own = (await external.options(id))?.commands() ?? [];
    return own.some((command) => command.name === name);
  }

  return async (id: WorkspaceId, text: string): Promise<Expanded> => {
    const { folder } = workspaces.row(id);
    const isOfFolder = text.startsWith('/') && !(await isOfAgent(id, text));
    const command = isOfFolder ? await (await slash()).expand(folder, text) : undefined;
    return servers.expand(folder, text, command);
  };
}

type SuggestionCallParts = Pick<MessageCallParts, 'workspaces' | 'files' | 'slash' | 'servers'>;

/** The handlers of what can be chosen while a message is written. */
function suggestionCalls({ workspace }: Calls, { workspaces, files, slash, servers }: SuggestionCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    readSlashCommands: workspace.readSlashCommands
      .use(known)
      .handler(async ({ input: { workspaceId } }) =>
        (await slash()).list(workspaces.row(workspaceId).folder),
      ),
    readServerOffers: workspace.readServerOffers
      .use(known)
      .handler(({ input: { workspaceId } }) => servers.offers(workspaces.row(workspaceId).folder)),
    findFiles: workspace.findFiles.use(known).handler(({ input: { workspaceId, query }, signal }) => {
      return files.find(workspaces.folder(workspaceId), query, signal ?? new AbortController().signal);
    }),
  };
}

const unusable = ({ problem }: { problem: string }) => ({ message: problem, data: { problem } });

type AttachmentCallParts = { workspaces: Workspaces; attachments: Attachments };

/** Files that go with messages. */
export function attachmentCalls(calls: Calls, { workspaces, attachments }: AttachmentCallParts) {
  const { workspace } = calls;
  const known = knownWorkspace(workspaces);
  return {
    attach: workspace.attach.use(known).handler(async ({ input: { workspaceId, ...file }, errors }) => {
      const examined = await attachments.attach(workspaceId, file);
      if (examined.ok) return examined.attachment;
      const { problem } = examined;
      throw errors['attachment-refused']({ message: problem, data: { problem } });
    }),
    detach: workspace.detach.handler(({ input: { workspaceId, attachmentId } }) =>
      attachments.detach(workspaceId, attachmentId),
    ),
    readAttachment: workspace.readAttachment.handler(
      ({ input: { workspaceId, attachmentId, copy }, errors }) => {
        const found = attachments.read(workspaceId, attachmentId, copy);
        if (found !== undefined) return found;
        throw errors['attachment-missing']();
      },
    ),
  };
}

type CourseCallParts = {
  log: ChatLog;
  search: SearchStore;
  workspaces: Workspaces;
  commands: ChatCommands;
};

/** The calls about what of a chat its agent goes on from: its branch, and its summary. */
function courseCalls({ workspace }: Calls, { log, search, workspaces, commands }: CourseCallParts) {
  const known = knownWorkspace(workspaces);
  return {
    summarise: workspace.summarise.use(known).handler(async ({ input: { workspaceId, whenDone } }) => {
      if (providerOf(workspaces.row(workspaceId).agent) === undefined) return { started: false };
      if (whenDone) return { started: await commands.summariseWhenDone(workspaceId) };
      return { started: commands.summarise(workspaceId) };
    }),
    editSummary: workspace.editSummary
      .use(known)
      .handler(({ input: { workspaceId, messageId, text }, errors }) => {
        if (!log.editSummary(workspaceId, messageId, text)) throw errors['no-such-message']();
      }),
    showBranch: workspace.showBranch.use(known).handler(({ input: { workspaceId, at }, errors }) => {
      const messageId =
        'messageId' in at ? at.messageId : search.messageOfCallAnywhere(workspaceId, at.toolCallId);
      const shown = messageId === undefined ? 'no-such-message' : commands.showBranch(workspaceId, messageId);
      if (shown === 'working') throw errors['agent-working']();
      if (shown === 'no-such-message') throw errors['no-such-message']();
      return { changed: shown === 'shown' };
    }),
    undoSummary: workspace.undoSummary.use(known).handler(({ input: { workspaceId, messageId } }) => {
      log.dropSummary(workspaceId, messageId);
      workspaces.changed(workspaceId);
    }),
  };
}
