import type { ToolPart } from '../../shared/transcript/transcript.ts';

/** How much waits, in words: questions, previews, or both. */
export function waitingCount(waiting: readonly ToolPart[]): string {
  const questions = waiting.reduce((count, { ask }) => count + (ask?.questions.length ?? 0), 0);
  const previews = waiting.filter(({ action }) => action !== undefined).length;
  const words = [
    questions === 0 ? null : `${questions} ${questions === 1 ? 'question' : 'questions'}`,
    previews === 0 ? null : `${previews} ${previews === 1 ? 'preview' : 'previews'}`,
  ].filter((part) => part !== null);
  return `${words.join(' and ')} ${questions + previews === 1 ? 'waits' : 'wait'}`;
}
