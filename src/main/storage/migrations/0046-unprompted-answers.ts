/** The answers that an external agent began without a prompt, as it signed its person in. */
export const unpromptedAnswers = `ALTER TABLE agent_sessions ADD COLUMN unprompted TEXT NOT NULL DEFAULT '[]';`;
