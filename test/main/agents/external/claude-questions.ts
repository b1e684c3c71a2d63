/**
 * Two questions in the form by which Claude Code asks (adapter 0.100.0, the descriptions of its fields left out), the
 * second with several choices.
 */
export const claudeQuestions = {
  mode: 'form',
  message: 'Please answer the following questions.',
  requestedSchema: {
    type: 'object',
    properties: {
      question_0: {
        type: 'string',
        title: 'Store',
        description: 'Which store should we use?',
        oneOf: [
          { const: 'SQLite', title: 'SQLite', description: 'One file' },
          { const: 'Postgres', title: 'Postgres', description: 'A server' },
        ],
      },
      question_0_custom: { type: 'string', title: 'Other' },
      question_1: {
        type: 'array',
        title: 'Checks',
        description: 'Which checks?',
        items: {
          anyOf: [
            { const: 'Lint', title: 'Lint' },
            { const: 'Tests', title: 'Tests' },
          ],
        },
      },
      question_1_custom: { type: 'string', title: 'Other' },
    },
  },
};
