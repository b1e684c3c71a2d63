import { useEffect, useState } from 'react';
import type { CommandOutput } from '../../../shared/transcript/command-run.ts';
import type { RuleId, WorkspaceId } from '../../../shared/ids.ts';
import { CommandCard } from '../../cards/command/command-card.tsx';
import { allowedBy } from '../../cards/command/command-text.ts';
import type { StartedPart } from '../../cards/command/command-card-kind.ts';
import { createCardStore } from '../../cards/store/card-store.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { watchOutput, wholeOutput } from '../../state/command-output.ts';
import { setChatLine } from '../../state/parley-store.ts';
import { openPane } from '../../state/view-store.ts';

type RunCallProps = { workspaceId: WorkspaceId; part: StartedPart; nth: number };

export function RunCall({ workspaceId, part, nth }: RunCallProps) {
  const { cardsOf, companion, view, store, afterDecision, removeRule } = useParley();
  const { toolCallId, run } = part;
  const undoRule = async (id: RuleId) => {
    const problem = await removeRule(id);
    if (problem !== null) setChatLine(store, workspaceId, problem);
  };
  const output = useOutput({ workspaceId, part });
  const folder = useParleyState(
    ({ app }) => app?.workspaces.find(({ id }) => id === workspaceId)?.folder ?? '',
  );
  const { settlement } = part.permission ?? {};
  const ruleId = settlement?.rule?.id;
  const hasRule = useParleyState(({ app }) => app?.rules.some(({ id }) => id === ruleId) ?? false);
  return (
    <CommandCard
      {...{ part, nth, output }}
      store={cardsOf(workspaceId, createCardStore)}
      folder={folder.split(/[\\/]/).at(-1) ?? folder}
      allowed={allowedBy(part)}
      {...(ruleId !== undefined && hasRule && { onUndoRule: () => void undoRule(ruleId) })}
      onShowAll={() => openPane(view, { type: 'output', workspaceId, toolCallId })}
      wholeText={async () => `$ ${run.line}\n${await wholeOutput(companion, { workspaceId, toolCallId })}`}
      onDecided={afterDecision}
    />
  );
}

/** Returns the last lines of a running command; null before the first, and once it has ended. */
function useOutput({
  workspaceId,
  part: { toolCallId, run },
}: Omit<RunCallProps, 'nth'>): CommandOutput | null {
  const { companion } = useParley();
  const [output, setOutput] = useState<CommandOutput | null>(null);
  const isRunning = run.ending === null;
  useEffect(() => {
    if (!isRunning) return;
    const over = new AbortController();
    void watchOutput(companion, { workspaceId, toolCallId }, setOutput, over.signal);
    return () => over.abort();
  }, [companion, workspaceId, toolCallId, isRunning]);
  return output;
}
