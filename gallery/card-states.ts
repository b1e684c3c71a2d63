import type { CardState } from './card-state.ts';
import { commandStates } from './fixtures/command-states.ts';
import { extremeQuestions } from './fixtures/extreme-states.ts';
import { endedForms, waitingForms } from './fixtures/form-states.ts';
import { outsideCards } from './fixtures/outside-states.ts';
import { endedPermissions, waitingPermissions } from './fixtures/permission-states.ts';
import { endedPlans, waitingPlans } from './fixtures/plan-states.ts';
import { endedPreviews, waitingPreviews } from './fixtures/preview-states.ts';
import {
  endedQuestions,
  refusedQuestions,
  sendingAnswers,
  waitingQuestions,
} from './fixtures/question-states.ts';

/** The states of the catalogue that are cards, in groups with a heading. */
export const cardGroups: readonly { name: string; states: readonly CardState[] }[] = [
  { name: 'Questions that wait', states: waitingQuestions },
  { name: 'Answers on their way', states: sendingAnswers },
  { name: 'Questions that have ended', states: endedQuestions },
  { name: 'Questions with extreme texts', states: extremeQuestions },
  { name: 'Questions that could not be shown', states: refusedQuestions },
  { name: 'Cards of askers outside the chat', states: outsideCards },
  { name: 'Previews that wait', states: waitingPreviews },
  { name: 'Previews that have ended', states: endedPreviews },
  { name: 'Plans that wait', states: waitingPlans },
  { name: 'Plans that have ended', states: endedPlans },
  { name: 'Permissions that wait', states: waitingPermissions },
  { name: 'Permissions that have ended', states: endedPermissions },
  { name: 'Forms and links that wait', states: waitingForms },
  { name: 'Forms and links that have ended', states: endedForms },
  { name: 'Commands', states: commandStates },
];
