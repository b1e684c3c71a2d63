import { focusWhenShown } from './focus-when-shown.ts';

/** Not what only chooses how the card looks. */
const options = ':is([role=radio], [role=checkbox]):not([data-looks] *)';
const waysToAnswer = `${options}, textarea, [data-first]`;

/**
 * Returns the control a person answers with first: the chosen option, else the recommended or first one,
 * else a text field.
 */
export function firstAnswerControl(within: Element): HTMLElement | null {
  const panel = within.querySelector('[role=tabpanel][data-state=active]') ?? within;
  return (
    panel.querySelector<HTMLElement>(`${options}[aria-checked=true]`) ??
    panel.querySelector<HTMLElement>('[data-recommended]') ??
    panel.querySelector<HTMLElement>(waysToAnswer)
  );
}

/** Takes the focus to a card: to what it is answered with, else (collapsed, or ended) to its button. */
export function focusCard(card: Element): void {
  focusWhenShown(() => firstAnswerControl(card) ?? card.querySelector<HTMLElement>('button[aria-expanded]'));
}
