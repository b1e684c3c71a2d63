#!/usr/bin/env node
import { onOwnNode } from './own-node.ts';

await onOwnNode('AskUserQuestion', async () => {
  const { runAskUserQuestion } = await import('./run-ask-user-question.ts');
  await runAskUserQuestion(process.argv.slice(2));
});
