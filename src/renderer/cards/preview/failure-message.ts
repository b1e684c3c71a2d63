/** What is shown when a call breaks in a way nobody expected. */
export const messageOfFailure = 'This could not be sent. Nothing was decided; try again.';
