/** What an agent is told, between the messages, of a preview that was settled without a call of `resolve`. */
export function aboutPreview(label: string, text: string): string {
  return ['<system-reminder>', `About the preview “${label}”: ${text}`, '</system-reminder>'].join('\n');
}
