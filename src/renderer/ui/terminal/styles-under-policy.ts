import type { Terminal } from '@xterm/xterm';

/**
 * Opens a terminal so that its looks hold under the page's policy, which refuses `style` elements and attributes that a
 * script makes: the rules that it computes become sheets that the page adopts, and the colour of a letter is set on
 * its element. Returns what takes the sheets away.
 */
export function openUnderPolicy(terminal: Terminal, place: HTMLElement): () => void {
  const page = place.ownerDocument;
  const sheets: CSSStyleSheet[] = [];
  const createElement = page.createElement.bind(page);
  // The terminal makes its `style` elements while it opens, and asks the page itself for some of them.
  Object.defineProperty(page, 'createElement', {
    configurable: true,
    value: (name: string) =>
      name === 'style' ? adopted(page, createElement('span'), sheets) : createElement(name),
  });
  try {
    terminal.open(place);
  } finally {
    Reflect.deleteProperty(page, 'createElement');
  }
  setColoursOn(terminal);
  return () => {
    page.adoptedStyleSheets = page.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

/** Returns an element whose text is the text of a sheet. */
function adopted(page: Document, element: HTMLElement, sheets: CSSStyleSheet[]): HTMLElement {
  const sheet = new CSSStyleSheet();
  sheets.push(sheet);
  page.adoptedStyleSheets.push(sheet);
  element.hidden = true;
  Object.defineProperty(element, 'textContent', {
    set(rules: string) {
      sheet.replaceSync(rules);
    },
  });
  return element;
}

/** The place in the terminal (6.0.0) of what makes its rows. Without it colours beyond the palette would be left out. */
const rowFactory = ['_core', '_renderService', '_renderer', 'value', '_rowFactory'];

function setColoursOn(terminal: Terminal): void {
  const factory = rowFactory.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? Reflect.get(at, name) : undefined),
    terminal,
  );
  if (typeof factory !== 'object' || factory === null) return;
  Reflect.set(factory, '_addStyle', (element: HTMLElement, rule: string) => {
    element.style.cssText += rule;
  });
}
