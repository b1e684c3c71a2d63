/**
 * Returns the text for an agent, between the messages, about a preview that was settled without a call of
 * `resolve`.
 */
export function aboutPreview(label: string, text: string): string {
  return ['<system-reminder>', `About the preview “${label}”: ${text}`, '</system-reminder>'].join('\n');
}
