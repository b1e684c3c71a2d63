import type { LedgerEntry } from './ledger-entry.ts';
import { entryAnswers, entryDecider, entryReason, entryStatus, entryTitle } from './ledger-words.ts';
import { waitedText } from './waited-text.ts';

/** Entries as a Markdown document, in the order given; times are UTC in ISO 8601. */
export function ledgerMarkdown(entries: Iterable<LedgerEntry>): string {
  const sections = Array.from(entries, section);
  const body = sections.length === 0 ? ['Nothing was decided yet.'] : sections;
  return `${['# Decisions', ...body].join('\n\n')}\n`;
}

function section(entry: LedgerEntry): string {
  const facts = [
    `- Decided: ${new Date(entry.settledAt).toISOString()}, after ${waitedText(entry.settledAt - entry.openedAt)}`,
    `- By: ${entryDecider(entry)}`,
    `- Asked by: ${entry.asker}${entry.tool === null ? '' : ` (${entry.tool})`}`,
    `- Workspace: ${entry.workspace.name} (${entry.workspace.folder})`,
    ...(entry.kind === 'preview' ? entry.files.map(({ path, change }) => `- File ${change}: ${path}`) : []),
  ];
  const reason = entryReason(entry);
  const answers = entryAnswers(entry).flatMap(({ question, answer }) => [quoted(question), answer]);
  return [
    `## ${oneLine(entryTitle(entry))}: ${entryStatus(entry)}`,
    facts.join('\n'),
    ...answers,
    ...(reason === null ? [] : [`Reason: ${reason}`]),
  ].join('\n\n');
}

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim();

const quoted = (text: string) => text.replace(/^/gm, '> ');
