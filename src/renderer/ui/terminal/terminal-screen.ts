import { FitAddon } from '@xterm/addon-fit';
import { WebLinksAddon } from '@xterm/addon-web-links';
import {
  type IBuffer,
  type IDisposable,
  type IParser,
  type ITerminalOptions,
  type ITheme,
  Terminal,
} from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import { isMac } from '../../shortcut.ts';
import './terminal.css';

type ScreenSize = { columns: number; rows: number };

type ScreenEvents = {
  onInput(data: string): void;
  onSize(size: ScreenSize): void;
  /** Called with the last address shown, or one that was pressed and whose text differs from where it leads. */
  onAddress(address: string | null): void;
  /** Called for an address that was pressed and leads where its text says. */
  onOpen(address: string): void;
  /** Called when the person leaves the terminal by keyboard, forwards or back. */
  onLeave(back: boolean): void;
};

const fontSize = 13;

export class TerminalScreen {
  readonly #terminal: Terminal;
  readonly #events: ScreenEvents;
  readonly #endings: (() => void)[] = [];
  /** True while earlier output is replayed, to which the terminal must not answer again. */
  #isMuted = false;

  private constructor(place: HTMLElement, name: string, fontFamily: string, events: ScreenEvents) {
    this.#events = events;
    const terminal = new Terminal({
      ...looks,
      fontFamily,
      fontSize,
      theme: terminalColours(place),
      linkHandler: { activate: (_, text) => events.onAddress(webAddress(text)) },
    });
    this.#terminal = terminal;
    keepInside(terminal.parser);
    const links = new WebLinksAddon((_, text) => {
      const address = webAddress(text);
      if (address !== null) events.onOpen(address);
    });
    terminal.loadAddon(links);
    this.#endings.push(openUnderPolicy(terminal, place));
    terminal.textarea?.setAttribute('aria-label', name);
    takeKeys(terminal, events);
    terminal.onData((data) => {
      if (!this.#isMuted) events.onInput(data);
    });
    this.#fit(place);
    terminal.onResize(() => events.onSize(this.size()));
    this.#endings.push(onThemeChange(() => (terminal.options.theme = terminalColours(place))));
  }

  /** Opens a terminal in an element, with a name for screen readers. */
  static async open(place: HTMLElement, name: string, events: ScreenEvents): Promise<TerminalScreen> {
    const { fontFamily } = getComputedStyle(place);
    const [face = fontFamily] = fontFamily.split(',');
    // The terminal measures characters once, so the font must be loaded.
    await document.fonts.load(`${fontSize}px ${face}`).catch(() => []);
    return new TerminalScreen(place, name, fontFamily, events);
  }

  size(): ScreenSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** Shows output; resolves once it is rendered. */
  show(data: string): Promise<void> {
    return new Promise((resolve) => {
      this.#terminal.write(data, () => {
        this.#events.onAddress(lastAddress(this.#terminal.buffer.active));
        resolve();
      });
    });
  }

  /** Starts over with earlier output, without answering it. */
  async begin(data: string): Promise<void> {
    this.#terminal.reset();
    this.#isMuted = true;
    await this.show(data);
    this.#isMuted = false;
  }

  focus(): void {
    this.#terminal.focus();
  }

  /** Takes no more input. */
  end(): void {
    this.#terminal.options.disableStdin = true;
  }

  dispose(): void {
    for (const end of this.#endings) end();
    this.#terminal.dispose();
  }

  #fit(place: HTMLElement): void {
    const fit = new FitAddon();
    this.#terminal.loadAddon(fit);
    const fitting = new ResizeObserver(() => fit.fit());
    fitting.observe(place);
    this.#endings.push(() => fitting.disconnect());
    fit.fit();
  }
}

const looks: ITerminalOptions = {
  lineHeight: 1.3,
  fontWeight: 400,
  fontWeightBold: 600,
  cursorBlink: false,
  scrollback: 2_000,
  screenReaderMode: true,
  minimumContrastRatio: 4.5,
  logLevel: 'off',
};

/** Leaves copy and paste to the browser, and F6 as a way out; every other key goes to the program. */
function takeKeys(terminal: Terminal, { onLeave }: ScreenEvents): void {
  terminal.attachCustomKeyEventHandler((event) => {
    if (event.key === 'F6') {
      event.preventDefault();
      if (event.type === 'keydown') onLeave(event.shiftKey);
      return false;
    }
    const withControl = event.ctrlKey && !event.altKey && !event.metaKey && !isMac;
    if (withControl && event.key.toLowerCase() === 'v') return false;
    return !(withControl && event.key.toLowerCase() === 'c' && terminal.hasSelection());
  });
}

/** A web address as programs print it, without punctuation that may follow. */
const address = /https?:\/\/[^\s"'<>`{}|\\^]*[^\s"'<>`{}|\\^.,:;!?()[\]]/gi;

/** How many rows at the end of the output are searched. */
const rowsLookedAt = 200;

/** Returns the last address that a terminal shows; null for none. Wrapped rows count as one line. */
function lastAddress(buffer: IBuffer): string | null {
  const lines: string[] = [];
  const end = buffer.baseY + buffer.cursorY;
  for (let index = Math.max(0, end - rowsLookedAt); index <= end; index += 1) {
    const row = buffer.getLine(index);
    if (row === undefined) continue;
    const text = row.translateToString(true);
    if (row.isWrapped && lines.length > 0) lines.push(`${lines.pop() ?? ''}${text}`);
    else lines.push(text);
  }
  const found = lines.join('\n').match(address)?.at(-1);
  return found === undefined ? null : webAddress(found);
}

/** Returns an address that may be opened; null for anything but http and https. */
function webAddress(text: string): string | null {
  const read = URL.parse(text);
  return read !== null && /^https?:$/.test(read.protocol) && read.username === '' && read.password === ''
    ? read.href
    : null;
}

/** Sequences with a count, which costs the page time; programs never mean a large one. */
const counted = ['@', 'P', 'X', 'b', 'I', 'Z', 'L', 'M', 'S', 'T'];
const mostRepeats = 1_000;

/** OSC commands that set, query or reset colours, which belong to the theme. */
const colourCommands = [4, 5, 10, 11, 12, 104, 110, 111, 112];

/** OSC commands for titles, icons and the clipboard. */
const outsideCommands = [0, 1, 2, 52];

/**
 * Makes a terminal ignore what a program could use to reach beyond it, to restyle it, or to keep the page busy.
 * Of the terminal's own replies only the cursor position and its identity are left.
 */
function keepInside(parser: IParser): IDisposable[] {
  const leftOut = () => true;
  return [
    ...[...colourCommands, ...outsideCommands].map((command) => parser.registerOscHandler(command, leftOut)),
    ...counted.map((final) =>
      parser.registerCsiHandler({ final }, ([count]) => typeof count === 'number' && count > mostRepeats),
    ),
    // Reports about the window (its title too), modes and settings.
    parser.registerCsiHandler({ final: 't' }, leftOut),
    parser.registerCsiHandler({ intermediates: '$', final: 'p' }, leftOut),
    parser.registerCsiHandler({ prefix: '?', intermediates: '$', final: 'p' }, leftOut),
    parser.registerDcsHandler({ intermediates: '$', final: 'q' }, leftOut),
  ];
}

/**
 * Opens a terminal under the page's policy, which refuses `style` elements and attributes made by script: its
 * rules become adopted style sheets, and the colour of a letter is set on its element. Returns a function that
 * removes the sheets.
 */
function openUnderPolicy(terminal: Terminal, place: HTMLElement): () => void {
  const page = place.ownerDocument;
  const sheets: CSSStyleSheet[] = [];
  const createElement = page.createElement.bind(page);
  // The terminal makes its `style` elements while it opens, some of them from the page itself.
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

/** Returns an element whose text becomes the text of a sheet. */
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

/** Where the row factory is inside xterm 6.0.0. Without it, colours beyond the palette would be lost. */
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

/** Tokens for a terminal's colours; black and white become greys that are readable in both themes. */
const tokens = {
  background: '--surface-well',
  foreground: '--ink',
  cursor: '--ink',
  cursorAccent: '--surface-well',
  selectionBackground: '--selection',
  scrollbarSliderBackground: '--line-edge',
  scrollbarSliderHoverBackground: '--line-control',
  scrollbarSliderActiveBackground: '--line-control',
  black: '--ink-3',
  red: '--danger',
  green: '--added-ink',
  yellow: '--output-yellow',
  blue: '--code-name',
  magenta: '--code-keyword',
  cyan: '--code-string',
  white: '--ink-2',
  brightBlack: '--ink-3',
  brightRed: '--danger',
  brightGreen: '--added-ink',
  brightYellow: '--output-yellow',
  brightBlue: '--code-name',
  brightMagenta: '--code-keyword',
  brightCyan: '--code-string',
  brightWhite: '--ink',
} satisfies ITheme;

/** Returns the theme's current colours for the terminal; `place` is any element of the page. */
function terminalColours(place: HTMLElement): ITheme {
  const probe = place.ownerDocument.createElement('span');
  place.append(probe);
  const pixel = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const colour = (token: string): string => {
    probe.style.color = `var(${token})`;
    if (pixel === null) return getComputedStyle(probe).color;
    pixel.clearRect(0, 0, 1, 1);
    pixel.fillStyle = getComputedStyle(probe).color;
    pixel.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 255] = pixel.getImageData(0, 0, 1, 1).data;
    return `#${[red, green, blue, alpha].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
  };
  const theme = Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, colour(token)]));
  probe.remove();
  return theme;
}

/** Calls back whenever the theme may have changed; returns a function that stops that. */
function onThemeChange(changed: () => void): () => void {
  const attributes = new MutationObserver(changed);
  attributes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const query of media) query.addEventListener('change', changed);
  return () => {
    attributes.disconnect();
    for (const query of media) query.removeEventListener('change', changed);
  };
}
