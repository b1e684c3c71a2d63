/** What a thrown value says for itself. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
