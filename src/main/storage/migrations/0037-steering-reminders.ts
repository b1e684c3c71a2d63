/** Tells the reminders that a preview waits, which said so by their text alone, from what happened. */
export const steeringReminders = `
UPDATE steering SET kind = 'reminder' WHERE kind = 'aside' AND text = '<system-reminder>
This is a preview. Call the \`resolve\` tool to apply or discard these changes.
</system-reminder>';
`;
