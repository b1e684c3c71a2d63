type Absent = { asker: string; waiting: boolean; what: 'answer' | 'decision' };

/** Returns the sentence about an outside asker that is gone. */
export function absenceText({ asker, waiting, what }: Absent): string {
  return waiting ? `${asker} disconnected. Your ${what} will be kept` : `Kept until ${asker} asks again`;
}
