import { visibleText } from '../../../shared/hidden-characters.ts';
import type { Permission } from '../../../shared/permissions/permission.ts';
import {
  exportedPermission,
  permissionTitle,
  subjectText,
} from '../../../shared/permissions/permission-text.ts';
import type { PendingAction } from '../../../shared/previews/pending-action.ts';
import { decidedOutcomeOf } from '../../../shared/previews/preview-state.ts';
import { exportedPreview } from '../../../shared/previews/preview-text.ts';
import type { FileDiff } from '../../../shared/previews/preview.ts';
import type { CommandRun } from '../../../shared/transcript/command-run.ts';
import type { Message, Part, ToolPart } from '../../../shared/transcript/transcript.ts';
import { cardAsText, statusOf } from '../../../shared/questions/question-text.ts';
import { noteText } from '../message/request-note-text.ts';
import { limitText } from '../tools/limit-text.ts';
import { toolSummary } from '../tools/tool-summary.ts';
import type { ExportedChat } from './exported-chat.ts';

/** Returns a chat as Markdown, with hidden characters as codes. */
export function chatMarkdown({ chat, messages, exportedAt }: ExportedChat): string {
  const head = [
    `# ${inLine(chat.name)}`,
    [
      `- Folder: ${inLine(chat.folder)}`,
      `- Agent: ${inLine(chat.agent.model === '' ? chat.agent.name : `${chat.agent.name}, ${chat.agent.model}`)}`,
      `- Exported: ${new Date(exportedAt).toISOString()}`,
    ].join('\n'),
  ];
  const said = messages.map((message) => messageMarkdown(message, chat.agent.name));
  return `${[...head, ...said].join('\n\n')}\n`;
}

function messageMarkdown(message: Message, agent: string): string {
  const at = new Date(message.createdAt).toISOString();
  switch (message.role) {
    case 'user': {
      const files = message.attachments.map(({ name }) => `- Attached: ${inLine(name)}`).join('\n');
      const { command } = message;
      const told =
        command === undefined ? '' : `From ${inLine(command.source)}:\n\n${fenced(command.text, 'markdown')}`;
      return blocks(...notesOf(message), `## You, ${at}`, files, visibleText(message.text), told);
    }
    case 'agent':
      return blocks(`## ${inLine(agent)}, ${at}`, ...notesOf(message), ...message.parts.map(partMarkdown));
    case 'outside':
      return blocks(`## From outside, ${at}`, ...message.parts.map(partMarkdown));
  }
}

function notesOf({ notes = [] }: Exclude<Message, { role: 'outside' }>): string[] {
  return notes.map((note) => `*${inLine(noteText(note, true))}*`);
}

const summaryHeading = '### Summary of what was said before';

function partMarkdown(part: Part): string {
  switch (part.type) {
    case 'text':
      return visibleText(part.text.trim());
    case 'reasoning':
      return part.text.trim() === '' ? '' : `*Thought:*\n\n${fenced(part.text.trim(), 'text')}`;
    case 'summary':
      return blocks(summaryHeading, visibleText(part.text), ...part.decisions.map(item));
    case 'tool':
      return blocks(
        ...(part.permission === undefined ? [] : [permissionMarkdown(part.permission, part.work?.subagent)]),
        toolMarkdown(part),
      );
  }
}

function toolMarkdown(part: ToolPart): string {
  switch (part.kind) {
    case 'plain':
      return plainMarkdown(part);
    case 'question':
    case 'command': {
      const { ask } = part;
      if (ask === null) return `*${inLine(toolSummary([part]))}*`;
      const status = statusOf(ask.settlement, false);
      return blocks(
        `### Questions from ${inLine(ask.asker)}: ${status}`,
        fenced(cardAsText(ask, []), 'text'),
      );
    }
    case 'preview':
      return part.action === undefined ? `*${inLine(toolSummary([part]))}*` : previewMarkdown(part.action);
    case 'run':
      return part.run === null ? `*${inLine(toolSummary([part]))}*` : runMarkdown(part.run);
  }
}

function plainMarkdown(part: ToolPart): string {
  const { work, result } = part;
  if (work?.kind === 'summary' && result?.ok === true && result.text !== '')
    return blocks(summaryHeading, visibleText(result.text));
  if (work?.kind === 'words' && work.subagent !== undefined)
    return blocks(`*${inLine(work.subagent)}:*`, visibleText(result?.text ?? work.output));
  return `*${inLine(work?.kind === 'limit' ? limitText(part) : toolSummary([part]))}*`;
}

function previewMarkdown(action: PendingAction): string {
  const { label, preview, userEdits } = action;
  const decided = decisionMarkdown(action);
  const head = `### ${inLine(label)}: ${exportedPreview(action)}`;
  switch (preview.type) {
    case 'plan':
      return blocks(head, decided, fenced(preview.plan, 'markdown'), ...editsMarkdown(userEdits));
    case 'custom':
      return blocks(head, decided, fenced(preview.markdown, 'markdown'));
    case 'edit':
      return blocks(head, decided, ...preview.files.map(diffMarkdown), ...editsMarkdown(userEdits));
  }
}

function editsMarkdown(edits: readonly FileDiff[] = []): string[] {
  return edits.length === 0 ? [] : ['Changed by the person:', ...edits.map(diffMarkdown)];
}

/** What was said with the decision about a preview. */
function decisionMarkdown({ state }: PendingAction): string {
  const outcome = decidedOutcomeOf(state);
  if (outcome === null) return '';
  const { userWords, agentReason, comments = [] } = outcome;
  return [
    ...(userWords === null ? [] : [`Words: ${userWords}`]),
    ...(agentReason === null ? [] : [`The agent’s reason: ${agentReason}`]),
    ...comments.map(({ path, line, text }) => `${path}, line ${line}: ${text}`),
  ]
    .map(item)
    .join('\n');
}

function diffMarkdown({ path, change, hunks }: FileDiff): string {
  const lines = hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines: changed }) => [
    `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
    ...changed,
  ]);
  return blocks(`\`${inLine(path).replaceAll('`', "'")}\` (${change})`, fenced(lines.join('\n'), 'diff'));
}

function permissionMarkdown(permission: Permission, subagent: string | undefined): string {
  return blocks(
    `### ${inLine(permissionTitle(permission, subagent))}: ${inLine(exportedPermission(permission))}`,
    fenced(subjectText(permission.subject), 'text'),
  );
}

function runMarkdown(run: CommandRun): string {
  const output = run.tail.map(({ text }) => text).join('\n');
  const left = run.lines - run.tail.length;
  return blocks(
    `### Command: ${commandEnd(run)}`,
    fenced(run.line, 'sh'),
    left > 0 ? `*The last ${run.tail.length} of ${run.lines} lines:*` : '',
    output === '' ? '' : fenced(output, 'text'),
  );
}

/** Says how a command ended. */
function commandEnd({ ending }: CommandRun): string {
  switch (ending?.type) {
    case undefined:
      return 'running';
    case 'exited':
      return `exit code ${ending.code}`;
    case 'signalled':
      return `ended by ${ending.signal}`;
    case 'timed-out':
      return 'timed out';
    case 'stopped':
      return 'stopped';
    case 'cut-off':
      return 'cut off';
    case 'not-started':
      return 'not started';
  }
}

/** A text between fences that nothing in it can end. */
function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${visibleText(text)}\n${fence}`;
}

function item(text: string): string {
  return `- ${visibleText(text).replaceAll('\n', '\n  ')}`;
}

function inLine(text: string): string {
  return visibleText(text.replaceAll(/\s+/g, ' ').trim(), 'line');
}

function blocks(...all: string[]): string {
  return all.filter((block) => block !== '').join('\n\n');
}
