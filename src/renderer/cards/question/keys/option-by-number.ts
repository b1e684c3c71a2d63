/**
 * Picks the option with a number, counted from 1; 0 is Other, the last one. The option gets the
 * focus; one that is already chosen stays so, but a checkbox of another option is unchecked again.
 */
export function pickByNumber(card: Element, number: number): void {
  const panel = card.querySelector('[role=tabpanel][data-state=active]') ?? card;
  const options = [...panel.querySelectorAll<HTMLElement>('[role=radio], [role=checkbox]')];
  const option = number === 0 ? options.at(-1) : options.slice(0, -1)[number - 1];
  if (option === undefined) return;
  option.focus();
  const chosen = option.ariaChecked === 'true';
  const stays = chosen && (number === 0 || option.role === 'radio');
  if (!stays) option.click();
  else if (number === 0) panel.querySelector<HTMLElement>('[data-other-field]')?.focus();
}
