import type { BenchCase } from '../bench-case.ts';
import { composer } from './composer.ts';
import { commandLine } from './command-line.ts';
import { durableAnswers } from './durable-answers.ts';
import { hostStart } from './host-start.ts';
import { openChats } from './open-chat.ts';
import { manager } from './manager.ts';

/** Everything that is measured, in the order of the table. */
export const cases: readonly BenchCase[] = [
  composer,
  openChats,
  manager,
  durableAnswers,
  hostStart,
  commandLine,
];
