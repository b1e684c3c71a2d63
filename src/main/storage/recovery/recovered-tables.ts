/**
 * The tables that a recovery restores, parents before what refers to them: each with its columns of JSON, and
 * the words for its rows; rows without words are not mentioned to people. The rows of one that `isNumbered`
 * have numbers without gaps, and leave it from the oldest on.
 */
export const recoveredTables: readonly RecoveredTable[] = [
  { name: 'workspaces', json: ['turn'], words: { one: 'chat', many: 'chats' } },
  { name: 'messages', json: ['mentions', 'command', 'notes'], words: { one: 'message', many: 'messages' } },
  {
    name: 'parts',
    json: ['input', 'result', 'details', 'provider_metadata'],
    words: { one: 'part of a message', many: 'parts of messages' },
  },
  {
    name: 'asks',
    json: ['questions', 'settlement', 'timeout'],
    words: { one: 'question card', many: 'question cards' },
  },
  {
    name: 'pending_actions',
    json: ['content', 'shown', 'progress'],
    words: { one: 'preview', many: 'previews' },
  },
  {
    name: 'permissions',
    json: ['subject', 'choices', 'settlement', 'result'],
    words: { one: 'permission', many: 'permissions' },
  },
  {
    name: 'forms',
    json: ['subject', 'settlement'],
    words: { one: 'form', many: 'forms' },
  },
  {
    name: 'permission_rules',
    json: ['rule'],
    words: { one: 'permission rule', many: 'permission rules' },
  },
  { name: 'folder_trust', json: ['files'], words: { one: 'trusted folder', many: 'trusted folders' } },
  { name: 'outside_calls', json: [] },
  { name: 'steering', json: [] },
  { name: 'progress_lists', json: ['items'] },
  { name: 'turn_changes', json: ['shown', 'undo'] },
  { name: 'command_changes', json: ['result'] },
  {
    name: 'attachments',
    json: ['about', 'refused_by'],
    words: { one: 'attached file', many: 'attached files' },
  },
  { name: 'command_runs', json: ['run', 'process'], words: { one: 'command', many: 'commands' } },
  { name: 'agent_sessions', json: ['untold', 'facts', 'opens'] },
  { name: 'agent_options', json: ['options', 'commands', 'chosen'] },
  { name: 'agent_processes', json: ['process'] },
  { name: 'drafts', json: [], words: { one: 'draft', many: 'drafts' } },
  { name: 'settings', json: ['value'], words: { one: 'setting', many: 'settings' } },
  { name: 'ledger', json: ['record'], words: { one: 'decision', many: 'decisions' }, isNumbered: true },
];

export type RecoveredTable = { name: string; json: readonly string[]; words?: Words; isNumbered?: true };

export type Words = { one: string; many: string };
