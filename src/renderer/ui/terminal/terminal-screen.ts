import { FitAddon } from '@xterm/addon-fit';
import { WebLinksAddon } from '@xterm/addon-web-links';
import { type ITerminalOptions, Terminal } from '@xterm/xterm';
import '@xterm/xterm/css/xterm.css';
import './terminal.css';
import { lastAddress, webAddress } from './addresses.ts';
import { keepInside } from './keep-inside.ts';
import { openUnderPolicy } from './styles-under-policy.ts';
import { onThemeChange, terminalColours } from './terminal-colours.ts';
import { isMac } from '../../shortcut.ts';

export type ScreenSize = { columns: number; rows: number };

export type ScreenEvents = {
  onInput(data: string): void;
  onSize(size: ScreenSize): void;
  /** Called with the address that it shows last, or one that was pressed and does not stand there as it is. */
  onAddress(address: string | null): void;
  /** Called for an address that was pressed and stands there as it is. */
  onOpen(address: string): void;
  /** Called when the person leaves it by the keyboard, forwards or back. */
  onLeave(back: boolean): void;
};

const fontSize = 13;

/** A terminal on the page. */
export class TerminalScreen {
  readonly #terminal: Terminal;
  readonly #events: ScreenEvents;
  readonly #endings: (() => void)[] = [];
  /** True while it is shown what was answered before. */
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

  /** Puts a terminal into an element, with a name for screen readers. */
  static async open(place: HTMLElement, name: string, events: ScreenEvents): Promise<TerminalScreen> {
    const { fontFamily } = getComputedStyle(place);
    const [face = fontFamily] = fontFamily.split(',');
    // Characters are measured once, so their face has to be there.
    await document.fonts.load(`${fontSize}px ${face}`).catch(() => []);
    return new TerminalScreen(place, name, fontFamily, events);
  }

  size(): ScreenSize {
    return { columns: this.#terminal.cols, rows: this.#terminal.rows };
  }

  /** Shows some output; resolves once it is there. */
  show(data: string): Promise<void> {
    return new Promise((resolve) => {
      this.#terminal.write(data, () => {
        this.#events.onAddress(lastAddress(this.#terminal.buffer.active));
        resolve();
      });
    });
  }

  /** Begins anew with what was written before; nothing of it is answered. */
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

/** Leaves the browser its keys for copying and pasting, and the person a way out; every other key is the program's. */
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
