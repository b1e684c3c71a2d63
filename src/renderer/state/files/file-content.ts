/** The content of a file as base64; null when it cannot be read, as with a folder. */
export function base64Of(file: File): Promise<string | null> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.addEventListener('load', () => {
      const { result } = reader;
      resolve(typeof result === 'string' ? result.slice(result.indexOf(',') + 1) : null);
    });
    reader.addEventListener('error', () => resolve(null));
    reader.readAsDataURL(file);
  });
}

/** The bytes behind base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
