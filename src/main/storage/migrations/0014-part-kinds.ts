/**
 * The kind of part that each call is, and the refusal of each that was refused. Of calls from before, both
 * are told by the tool's name and by the text its model read: nothing else was kept of them.
 */
export const partKinds = `
ALTER TABLE parts ADD COLUMN kind TEXT;
UPDATE parts SET kind = CASE
    WHEN tool_name IN ('ask_user_question', 'ask', 'ask_user') THEN 'question'
    WHEN tool_name = 'shell' THEN 'command'
    WHEN tool_name IN ('edit_file', 'write_file', 'delete_file', 'propose_plan', 'review_plan', 'resolve') THEN 'preview'
    ELSE 'plain'
  END WHERE type = 'tool';
UPDATE parts SET result = CASE
    WHEN NOT json_valid(result) THEN result
    WHEN result ->> 'ok' <> 0 THEN result
    WHEN result ->> 'text' = 'There is no tool called ' || tool_name || '.'
      THEN json_set(result, '$.refusal', 'no-tool')
    WHEN result ->> 'text' IN (
        tool_name || ' is available in plan mode only.',
        tool_name || ' is available in exec mode only.'
      ) THEN json_set(result, '$.refusal', 'mode')
    WHEN kind NOT IN ('question', 'command') OR EXISTS (
        SELECT 1 FROM asks WHERE asks.message_id = parts.message_id AND asks.tool_call_id = parts.tool_call_id
      ) THEN result
    WHEN result ->> 'text' IN ('Interrupted', 'Ask tool requires interactive mode') THEN result
    WHEN kind = 'question' THEN json_set(result, '$.refusal', 'incomplete')
    WHEN substr(result ->> 'text', -15) = char(10) || 'exit code: 127'
      THEN json_set(result, '$.refusal', 'not-run')
    ELSE json_set(result, '$.refusal', 'command')
  END WHERE type = 'tool' AND result IS NOT NULL;
`;
