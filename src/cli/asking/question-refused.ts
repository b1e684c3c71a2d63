/** The companion will not show these questions; the message is for whoever sent them. */
export class QuestionRefused extends Error {}
