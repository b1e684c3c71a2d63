import type { Page } from '@playwright/test';
import { button, untilIdle } from '../support/chat.ts';

/** Waits until the agent has nothing more to say, also outside a test, where expectations end sooner. */
export async function agentDone(page: Page): Promise<void> {
  await button(page, 'Stop').waitFor({ state: 'hidden' });
  await untilIdle(page);
}
