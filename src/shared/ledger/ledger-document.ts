import { literalLine, literalQuote } from '../literal-markdown.ts';
import { visibleJson } from '../hidden-characters.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { entryAnswers, entryDecider, entryReason, entryStatus, entryTitle } from './ledger-text.ts';
import { waitedText } from '../waited-text.ts';

/**
 * Entries as a Markdown document, in the order given; times are UTC in ISO 8601. Whatever somebody wrote
 * stands as it is, on a line of ours or in a quote, with hidden characters as their codes.
 */
function ledgerMarkdown(entries: Iterable<LedgerEntry>): string {
  const sections = Array.from(entries, section);
  const body = sections.length === 0 ? ['Nothing was decided yet.'] : sections;
  return `${['# Decisions', ...body].join('\n\n')}\n`;
}

function section(entry: LedgerEntry): string {
  const facts = [
    `- Decided: ${new Date(entry.settledAt).toISOString()}, after ${waitedText(entry.settledAt - entry.openedAt)}`,
    `- By: ${entryDecider(entry)}`,
    `- Asked by: ${literalLine(entry.asker)}${entry.tool === null ? '' : ` (${literalLine(entry.tool)})`}`,
    `- Workspace: ${literalLine(entry.workspace.name)} (${literalLine(entry.workspace.folder)})`,
    ...(entry.branch === null ? [] : [`- Branch: ${entry.branch}`]),
    ...(entry.kind === 'preview'
      ? entry.files.map(({ path, change }) => `- File ${change}: ${literalLine(path)}`)
      : []),
  ];
  const reason = entryReason(entry);
  const answers = entryAnswers(entry).flatMap(({ question, answer }) =>
    entry.kind === 'ask' || entry.kind === 'form'
      ? [literalQuote(question), 'Answer:', literalQuote(answer)]
      : [`${question}:`, literalQuote(answer)],
  );
  return [
    `## ${literalLine(entryTitle(entry))}: ${entryStatus(entry)}`,
    facts.join('\n'),
    ...answers,
    ...(reason === null ? [] : ['Reason:', literalQuote(reason)]),
  ].join('\n\n');
}

export type LedgerFormat = 'json' | 'md';

/** Returns the entries as one document, in the order given, that is safe to show in a terminal. */
export function ledgerDocument(entries: readonly LedgerEntry[], format: LedgerFormat): string {
  switch (format) {
    case 'md':
      return ledgerMarkdown(entries);
    case 'json':
      return `${visibleJson(JSON.stringify(entries, null, 2))}\n`;
  }
}

/** `since` is a time in milliseconds since 1970. */
export type LedgerRequest = { dataDir: string; since: number; format: LedgerFormat };

/** The record of decisions as one document, or why there is none, in a sentence for a person. */
export type LedgerReading = { status: 'read'; text: string } | { status: 'failed'; problem: string };
