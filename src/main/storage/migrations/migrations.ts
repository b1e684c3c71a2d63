import { schema } from './0012-schema.ts';
import { release02 } from './0039-release-0.2.ts';
import { cachedTokens } from './0040-cached-tokens.ts';
import { previewSettlements } from './0041-preview-settlements.ts';
import { comparedTurns } from './0042-compared-turns.ts';
import { ledgerAgents } from './0043-ledger-agents.ts';
import { addedFolders } from './0044-added-folders.ts';
import { titleDue } from './0045-title-due.ts';
import { unpromptedAnswers } from './0046-unprompted-answers.ts';
import { worktrees } from './0047-worktrees.ts';
import { rewinds } from './0048-rewinds.ts';
import { gitActs } from './0049-git-acts.ts';
import { recordedDrops } from './0050-recorded-drops.ts';
import { askedBy } from './0051-asked-by.ts';
import { oldestVersion } from '../version.ts';

/** Every change of the tables since 0.2, oldest first; each adds one to the version. */
const migrations: readonly string[] = [
  cachedTokens,
  previewSettlements,
  comparedTurns,
  ledgerAgents,
  addedFolders,
  titleDue,
  unpromptedAnswers,
  worktrees,
  rewinds,
  gitActs,
  recordedDrops,
  askedBy,
];

/** The version of 0.2; no release wrote those between it and the oldest. */
const version02 = 39;

/** Every statement since the schema, with the version that has it. */
const statements = [
  ...release02.map((sql, index) => ({ sql, version: oldestVersion + 1 + index })),
  ...migrations.map((sql, index) => ({ sql, version: version02 + 1 + index })),
];

/** Returns the statements that make an empty database one of this version. */
export function statementsFor(version: number): string[] {
  return [schema, ...statements.filter((step) => step.version <= version).map(({ sql }) => sql)];
}

/** Returns the statements that bring a database of a version that opens up to date. */
export function statementsSince(version: number): string[] {
  return statements.filter((step) => step.version > version).map(({ sql }) => sql);
}
