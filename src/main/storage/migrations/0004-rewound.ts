/** Messages that left their chat because the person went back to an earlier one: which message replaced them. */
export const rewound = `
ALTER TABLE messages ADD COLUMN replaced_by INTEGER;
`;
