import { mkdir } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { z } from 'zod';

export const conversation = (page: Page) => page.getByRole('log', { name: 'Conversation', exact: true });

/** The composer, once the window is rendered; before that, the page has a field of its own. */
export const composer = (page: Page) =>
  page.locator('#root').getByRole('textbox', { name: 'Message', exact: true });

export const folderField = (page: Page) => page.getByRole('combobox', { name: 'Folder', exact: true });

const waitingStatus = (page: Page) => page.getByRole('status').filter({ hasText: 'Awaiting your input…' });

/** The question cards of the open chat, oldest first. */
export const cards = (page: Page) => page.getByRole('region', { name: /^Questions from / });

export const button = (within: Page | Locator, name: string) =>
  within.getByRole('button', { name, exact: true });

export const chatList = (page: Page) => page.getByRole('navigation', { name: 'Chats', exact: true });

export const chatRows = (page: Page) => chatList(page).locator('[data-list-row]');

/** A section of the list: what waits, what is pinned, or a folder. */
export const listSection = (page: Page, name: string) =>
  chatList(page).getByRole('region', { name, exact: true });

/** Opens a folder, which is made where it is missing, and waits for its new chat. */
export async function openFolder(page: Page, folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await button(page, 'Open a folder').click();
  await folderField(page).fill(folder);
  await button(page, 'Open folder').click();
  await expect(listSection(page, basename(folder)).locator('[aria-current=page]')).toBeVisible();
}

/** Chooses something in the menu of a chat's row. */
export async function chooseForChat(page: Page, name: string, action: string): Promise<void> {
  await chatRows(page).filter({ hasText: name }).first().hover();
  await button(page, `Actions for ${name}`).first().click();
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

export const chatMenu = (page: Page) => button(page, 'Chat menu');

/** Opens the choice of who works in the open chat. */
export async function openAgents(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Agent: / }).click();
}

/** Waits until the open chat's agent is the one of that name. */
export async function untilAgentIs(page: Page, name: string): Promise<void> {
  await expect(button(page, `Agent: ${name}`)).toBeVisible();
}

export async function send(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await button(page, 'Send').click();
  await expect(composer(page)).toHaveValue('');
}

/** The newest card, once it waits for an answer. */
export async function waitingCard(page: Page): Promise<Locator> {
  await expect(waitingStatus(page)).toBeVisible();
  return cards(page).last();
}

export async function openSettled(card: Locator): Promise<void> {
  await expect(card).toHaveAttribute('data-state', 'settled');
  await button(card, 'Collapse').click();
  await expect(button(card, 'Collapse')).toHaveAttribute('aria-expanded', 'true');
}

export async function waitingPlan(page: Page): Promise<Locator> {
  const card = page.getByRole('region', { name: /^Preview: / }).last();
  await expect(card).toContainText('Needs you');
  await expect(button(card, 'Approve plan')).toBeVisible();
  return card;
}

/** Waits until every button in a card that decides can be pressed, by pointer and by key. */
export async function untilArmed(card: Locator): Promise<void> {
  await expect(card).toBeVisible();
  await expect(card.locator('[data-arming]')).toHaveCount(0);
}

/**
 * Presses a button that decides. Where the card moved under the press, which then decides nothing, presses again.
 */
export async function press(card: Locator, name: string): Promise<void> {
  await expect(button(card, name)).toBeVisible();
  const id = await card.getAttribute('data-tool-call-id');
  // What the locator finds after the press may be a newer card.
  const same = id === null ? card : card.and(card.page().locator(`[data-tool-call-id="${id}"]`));
  const pressed = button(same, name);
  await pressOnCard(pressed);
  await expect(pressed).toBeHidden();
}

/** Presses a button that opens something on a card. Where the card moved under the press, presses again. */
export async function pressOnCard(pressed: Locator): Promise<void> {
  while (!(await countsAsPressed(pressed)));
}

/**
 * Presses a button once. Returns false where the press did nothing: the button moved away, or was not armed yet.
 */
async function countsAsPressed(pressed: Locator): Promise<boolean> {
  const press = await pressed.evaluateHandle((element) => {
    const seen = { reached: false };
    element.addEventListener('click', () => (seen.reached = true), { once: true });
    return seen;
  });
  await pressed.click();
  return (await press.jsonValue()).reached;
}

/** Dismisses a card's questions, and does not wait out the time in which that can be undone. */
export async function dismiss(card: Locator, reason = ''): Promise<void> {
  await pressOnCard(button(card, 'Dismiss'));
  await card.getByRole('textbox', { name: 'Reason', exact: true }).fill(reason);
  await press(card, 'Dismiss questions');
  await press(card, 'Dismiss now');
}

/** Reads what a card shows part by part, until the button at its end is there. */
export async function readToEnd(card: Locator, name: string): Promise<void> {
  const [end, more] = [button(card, name), button(card, 'Show more')];
  await expect(end.or(more)).toBeVisible();
  while (await more.isVisible()) {
    // It goes away by itself once all was in sight, which may be just now.
    const [shown] = await more.elementHandles();
    await shown?.click().catch(async (error: unknown) => {
      if (await shown.evaluate((element) => element.isConnected)) throw error;
    });
    await expect(end.or(more)).toBeVisible();
  }
}

/** Waits until the agent has nothing more to say for now. */
export async function untilIdle(page: Page): Promise<void> {
  // A second one stands where an answer takes long.
  await expect(button(page, 'Stop')).toHaveCount(0);
  await expect(waitingStatus(page)).toBeHidden();
}

/** Waits until the agent has said this and has nothing more to say. Right after `send` its turn may not show yet. */
export async function untilSaid(page: Page, text: string | RegExp): Promise<void> {
  await expect(conversation(page)).toContainText(text);
  await untilIdle(page);
}

/** Text of the chat outside its cards. */
export async function textOutsideCards(page: Page): Promise<string> {
  return conversation(page).evaluate((log) => {
    const copy = log.cloneNode(true);
    if (!(copy instanceof Element)) return '';
    for (const card of copy.querySelectorAll('[data-tool-call-id]')) card.remove();
    return copy.textContent ?? '';
  });
}

/** Picks the first option of each question, tab by tab up to Review. Returns the labels. */
export async function pickFirstOfEach(card: Locator): Promise<string[]> {
  const tabs = card.getByRole('tablist', { name: 'Questions', exact: true }).getByRole('tab');
  const questions = (await tabs.count()) - 1;
  const picked: string[] = [];
  for (let index = 0; index < questions; index += 1) {
    await expect(tabs.nth(index)).toHaveAttribute('aria-selected', 'true');
    const single = card.getByRole('radio');
    const isSingle = (await single.count()) > 0;
    const option = isSingle ? single.first() : card.getByRole('checkbox').first();
    picked.push(await labelOf(option));
    await option.click();
    if (!isSingle) await button(card, 'Next').click();
  }
  await expect(card.getByRole('tab', { name: 'Review', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  return picked;
}

/** The label of an option, without the badge of one that is recommended. */
async function labelOf(option: Locator): Promise<string> {
  const snapshot = await option.ariaSnapshot();
  const name = z.string().parse(JSON.parse(/"(?:\\.|[^"\\])*"/.exec(snapshot)?.[0] ?? '""'));
  return name.replace(/ \(Recommended\)$/, '');
}
