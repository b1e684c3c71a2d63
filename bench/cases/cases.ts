import type { BenchCase } from '../bench-case.ts';
import { answering } from './answer.ts';
import { chatChanges } from './chat-changes.ts';
import { commandLine } from './command-line.ts';
import { commandOutput } from './command-output.ts';
import { composer } from './composer.ts';
import { durableAnswers } from './durable-answers.ts';
import { finding } from './find.ts';
import { firstPage } from './first-page.ts';
import { externalAgents } from './external-agent.ts';
import { hostStart } from './host-start.ts';
import { idle } from './idle.ts';
import { manager } from './manager.ts';
import { openChats } from './open-chat.ts';
import { pasting } from './paste.ts';
import { scrolling } from './scroll.ts';
import { streaming } from './stream.ts';
import { turnSnapshot } from './turn-snapshot.ts';
import { waitingCards } from './waiting.ts';
import { worktreeOfLarge } from './worktree.ts';

/** Everything that is measured, in the order of the table. */
export const cases: readonly BenchCase[] = [
  composer,
  firstPage,
  pasting,
  openChats,
  waitingCards,
  scrolling,
  finding,
  streaming,
  externalAgents,
  answering,
  manager,
  durableAnswers,
  hostStart,
  commandLine,
  commandOutput,
  turnSnapshot,
  worktreeOfLarge,
  chatChanges,
  idle,
];
