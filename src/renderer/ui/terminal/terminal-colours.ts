import type { ITheme } from '@xterm/xterm';

/** The tokens of a terminal's colours; a program's black and white are greys that can be read in both themes. */
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

/** Returns the colours of the theme as it is now, as the terminal reads them; `place` is an element of the page. */
export function terminalColours(place: HTMLElement): ITheme {
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

/** Calls back whenever the theme of the page may have changed; returns what ends that. */
export function onThemeChange(changed: () => void): () => void {
  const attributes = new MutationObserver(changed);
  attributes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  const media = ['(prefers-color-scheme: dark)', '(forced-colors: active)'].map((query) => matchMedia(query));
  for (const query of media) query.addEventListener('change', changed);
  return () => {
    attributes.disconnect();
    for (const query of media) query.removeEventListener('change', changed);
  };
}
