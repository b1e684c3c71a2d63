/** Returns a name for a file that every system takes, from that of a chat. */
export function fileName(chat: string, ending: 'md' | 'json'): string {
  const words = chat
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 60)
    .replaceAll(/^-|-$/gu, '');
  return `${words === '' ? 'chat' : words}.${ending}`;
}

/** Hands a text to the person as a file: a browser downloads it, Electron asks where to put it. */
export function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The download has begun by then, and keeps what it needs.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
