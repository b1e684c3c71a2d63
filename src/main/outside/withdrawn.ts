/** The reason of a request's end when its asker takes it back, instead of only being gone. */
export class Withdrawn extends Error {}
