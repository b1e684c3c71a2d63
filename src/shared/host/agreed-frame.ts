/** The name of the frame in which the page opens an address that the person has read and agreed to. */
export const agreedFrame = 'parley-link';
