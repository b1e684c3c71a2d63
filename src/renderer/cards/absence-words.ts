type Absent = { asker: string; waiting: boolean; what: 'answer' | 'decision' };

/** What an asker from outside leaves behind that is gone. */
export function absenceOf({ asker, waiting, what }: Absent): string {
  return waiting
    ? `${asker} is gone; your ${what} will be kept for its return`
    : `Kept until ${asker} asks again`;
}
