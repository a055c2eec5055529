import { expect, it } from 'vitest';
import { ibisTemplate } from './ibis-template.ts';

it.each([
  ['{{question}}', '{{question}}'],
  [
    'A\n{{#facts}}\n- {{content}} of {{question}}\n{{/facts}}\nB',
    'A\n{% for fact in facts %}- {{fact.content}} of {{question}}\n{% endfor %}B',
  ],
  ['{{^facts}}\nNone.\n{{/facts}}\n', '{% if not facts %}None.\n{% endif %}'],
  ['{{#has_tools}}\nTools\n{{/has_tools}}\n', '{% if tools %}Tools\n{% endif %}'],
  ['{{#state}}in {{state}}{{/state}}', '{% if state %}in {{state}}{% endif %}'],
  [
    '{{#episodes}}\n{{goal}}\n{{#steps}}\n- {{.}}\n{{/steps}}\n{{/episodes}}\n',
    '{% for episode in episodes %}{{episode.goal}}\n{% for step in episode.steps %}- {{step}}\n{% endfor %}{% endfor %}',
  ],
  ['system\n---\nuser', 'system\n\nuser'],
])('%j is %j to TrustGraph’s prompt service', (mustache, ibis) => {
  expect(ibisTemplate(mustache)).toBe(ibis);
});

it('refuses sections that are not closed, or not open', () => {
  expect(() => ibisTemplate('{{#facts}}')).toThrow('A section is not closed');
  expect(() => ibisTemplate('{{/facts}}')).toThrow('{{/facts}} closes nothing');
});
