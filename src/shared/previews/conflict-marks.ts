/** Git's marks around the two sides of a conflict in a text that a person edits, each a line of its own. */
export const conflictMarks = {
  ours: '<<<<<<< the file now',
  between: '=======',
  theirs: '>>>>>>> the change',
};
