/** Message for a call that fails unexpectedly. */
export const messageOfFailure = 'This could not be sent. Nothing was decided; try again.';
