const mark = /\s*\(recommended\)\s*$/i;

/** Splits "(Recommended)" from the end of a label; nothing where the label is no more than that. */
export function splitRecommendation(label: string): { shown: string; suffix: string } {
  const suffix = mark.exec(label)?.[0] ?? '';
  const shown = label.slice(0, label.length - suffix.length);
  return shown === '' ? { shown: label, suffix: '' } : { shown, suffix };
}

/** Returns a label as a person reads it, without "(Recommended)": on a card a badge says it. */
export function shownLabel(label: string): string {
  return splitRecommendation(label).shown;
}
