import { createContext } from 'react';

/** The time in milliseconds since 1970 that the rows of the list count from. */
export const ListTime = createContext(0);
