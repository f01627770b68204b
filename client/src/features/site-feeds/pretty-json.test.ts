import { expect, test } from 'vitest';
import { prettyJson } from './pretty-json.ts';

test('JSON has a line a value', () => {
  expect(prettyJson('{"id":"401","teams":[{"name":"Otters"}]}')).toBe(
    '{\n  "id": "401",\n  "teams": [\n    {\n      "name": "Otters"\n    }\n  ]\n}',
  );
});

test('JSON that was cut stays as it is', () => {
  expect(prettyJson('{"id":"401","name":"Ott')).toBe('{"id":"401","name":"Ott');
});

test('JSON that is nested deeply is not indented, which would take gigabytes', () => {
  const deep = `${'['.repeat(32_000)}${']'.repeat(32_000)}`;
  expect(prettyJson(deep)).toBe(deep);
});

test('characters that turn the direction of a text are escapes that mean the same', () => {
  const json = JSON.stringify({ name: '\u202eevil\u{e0041}' });
  expect(prettyJson(json)).toContain('\\u202eevil\\udb40\\udc41');
  expect(JSON.parse(prettyJson(json))).toEqual(JSON.parse(json));
});
