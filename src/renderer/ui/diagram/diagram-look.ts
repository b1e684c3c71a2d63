import textFont from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url';
import { useEffect, useState } from 'react';
import type { DiagramLook } from './diagram-messages.ts';

/** Returns how diagrams look at present; null until that is known. Another one with each change of the appearance. */
export function useDiagramLook(): DiagramLook | null {
  const [look, setLook] = useState<DiagramLook | null>(null);
  useEffect(() => {
    let newest = 0;
    const read = () => {
      newest += 1;
      const mine = newest;
      void presentLook().then((present) => mine === newest && setLook(present));
    };
    read();
    const over = new AbortController();
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', read, over);
    const observer = new MutationObserver(read);
    const attributeFilter = ['data-theme', 'data-typeface', 'data-text-size'];
    observer.observe(document.documentElement, { attributeFilter });
    return () => {
      newest += 1;
      over.abort();
      observer.disconnect();
    };
  }, []);
  return look;
}

async function presentLook(): Promise<DiagramLook> {
  const { fontFamily, fontSize } = getComputedStyle(document.body);
  const { colour, isDark } = readColours();
  return {
    scheme: isDark ? 'dark' : 'light',
    fontFamily,
    fontSize: Number.parseFloat(fontSize),
    font: fontFamily.includes('Inter Variable') ? await bytesOf(textFont) : null,
    colours: {
      ground: colour('--surface-raised'),
      fill: colour('--surface-well'),
      ink: colour('--ink'),
      quiet: colour('--ink-2'),
      edge: colour('--line-control'),
      line: colour('--ink-3'),
      onSeries: colour('--on-mark'),
      added: colour('--yes-mark'),
      addedFill: colour('--yes-wash'),
    },
    series: ['kimi', 'claude', 'opencode', 'gemini', 'guide', 'qwen'].map((mark) => colour(`--mark-${mark}`)),
  };
}

/** A font that can't be had is one of the system. */
function bytesOf(address: string): Promise<ArrayBuffer | null> {
  return fetch(address).then(
    (answer) => (answer.ok ? answer.arrayBuffer() : null),
    () => null,
  );
}

/** Reads tokens as `#rrggbb`, as they look on the ground of diagrams: few programs know `oklch()` and `light-dark()`. */
function readColours(): { colour(token: string): string; isDark: boolean } {
  const probe = document.createElement('span');
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });

  function pixelOf(css: string): Uint8ClampedArray {
    probe.style.color = css;
    document.body.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    if (canvas === null) return new Uint8ClampedArray(4);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return canvas.getImageData(0, 0, 1, 1).data;
  }

  return {
    isDark: pixelOf('light-dark(white, black)')[0] === 0,
    colour(token) {
      pixelOf('var(--surface-raised)');
      const [red = 0, green = 0, blue = 0] = pixelOf(`var(${token})`);
      return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    },
  };
}
