import { commandStates } from './fixtures/command-states.ts';
import { endedForms, endedPermissions, endedPreviews, endedStates } from './fixtures/ended-states.ts';
import { extremeStates } from './fixtures/extreme-states.ts';
import { waitingForms } from './fixtures/form-states.ts';
import { outsideStates } from './fixtures/outside-states.ts';
import { waitingPermissions } from './fixtures/permission-states.ts';
import { waitingPreviews } from './fixtures/preview-states.ts';
import { endedPlans, waitingPlans } from './fixtures/plan-states.ts';
import { plainStates } from './fixtures/plain-states.ts';
import { sendingStates } from './fixtures/sending-states.ts';
import { waitingStates } from './fixtures/waiting-states.ts';
import type { GalleryState } from './gallery-state.ts';

/** Every state the gallery shows, under the heading it is listed by. */
export const galleryStates: Readonly<Record<string, readonly GalleryState[]>> = {
  Waiting: waitingStates,
  'On the way': sendingStates,
  Ended: endedStates,
  'From outside': outsideStates,
  'Could not be shown': plainStates,
  'Previews that wait': waitingPreviews,
  'Previews that have ended': endedPreviews,
  'Plans that wait': waitingPlans,
  'Plans that have ended': endedPlans,
  Commands: commandStates,
  'Permissions that wait': waitingPermissions,
  'Permissions that have ended': endedPermissions,
  'Forms and links that wait': waitingForms,
  'Forms and links that have ended': endedForms,
  Extremes: extremeStates,
};
