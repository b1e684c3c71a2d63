/** The element of the page in which the browser host leaves the first item of the app's feed, as JSON. */
export const appItemId = 'app-item';
