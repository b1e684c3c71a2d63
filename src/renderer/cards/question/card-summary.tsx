import { Absence } from '../absence.tsx';
import type { AskPart } from './question-card-state.ts';
import type { Folding } from './state/folding.ts';
import { ToolDisplay } from './tool-display.tsx';

/** Part of a card that stays visible while it is collapsed. */
export function CardSummary({ part, folding }: { part: AskPart; folding: Folding }) {
  const { asker, presence, settlement } = part.ask;
  return (
    <>
      <Absence {...{ asker, presence }} waiting={settlement === null} what="answer" />
      <ToolDisplay text={part.result?.display} folding={folding} />
    </>
  );
}
