/** Values that only `tokens.css` may hold, by the kind of file. */
const rawInCss: readonly RegExp[] = [
  /#[0-9a-f]{3,8}\b(?![^{]*\{)/gi,
  /\b(?:oklch|oklab|rgba?|hsla?|color-mix)\(/g,
  /border-(?:[a-z]+-)*radius:(?!\s*(?:var\(|inherit|0;))[^;]+/g,
  /box-shadow:(?!\s*(?:var\(|none;))[^;]+/g,
  /(?<![\w.-])\d*\.?\d+m?s\b/g,
  /cubic-bezier\(/g,
];

const rawInClasses: readonly RegExp[] = [
  /['"`]#[0-9a-f]{3,8}['"`]/gi,
  /-\[(?:#|oklch|oklab|rgb|hsl|color-mix)[^\]]*\]/g,
  /\brounded(?:-[a-z]+)*-\[(?!inherit\]|[^\]]*var\()[^\]]*\]/g,
  /\bshadow-\[[^\]]*\]/g,
  /\b(?:duration|delay)-(?:\d+|\[[^\]]*\])/g,
  /\bease-\[[^\]]*\]/g,
  /\btext-\[[\d.][^\]]*\]/g,
];

/** The raw colours, radii, shadows, durations and text sizes in a stylesheet or a component. */
export function rawValues(path: string, source: string): string[] {
  const patterns = path.endsWith('.css') ? rawInCss : rawInClasses;
  return patterns.flatMap((pattern) => source.match(pattern) ?? []);
}
