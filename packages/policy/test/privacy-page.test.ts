import { readFileSync } from 'node:fs';
import { readConfig } from '@agent-mem/runtime';
import { expect, it } from 'vitest';
import { categories } from '../src/categories/is-of-category.ts';
import { sensitiveKinds } from '../src/detectors/finding.ts';
import { defaultSettingsOf, settingsVariables } from '../src/settings/default-settings.ts';

const page = readFileSync(new URL('../../../docs/explanation/privacy.md', import.meta.url), 'utf8');

it('the page tells of each kind of sensitive data', () => {
  expect([...page.matchAll(/^\| `([a-z-]+)` +\| \w/gm)].map(([, kind]) => kind)).toEqual([...sensitiveKinds]);
});

it('the page tells the settings and their defaults', () => {
  const { memory, sensitiveData, personalData } = defaultSettingsOf(readConfig(settingsVariables, {}));
  expect(page).toMatch(new RegExp(`\\| \`MEMORY\` +\\| \`${memory}\` +\\|`));
  expect(page).toMatch(new RegExp(`\\| \`SENSITIVE_DATA\` +\\| \`${sensitiveData}\` +\\|`));
  expect(page).toMatch(new RegExp(`\\| \`PERSONAL_DATA\` +\\| \`${personalData}\` +\\|`));
  expect(page).toMatch(new RegExp(`\\| \`PERSONAL_DATA\` +\\| \`${personalData}\` +\\|`));
});

it('the page tells of each category', () => {
  const [, table = ''] = /^\| category .*\n\|[-|]+\n((?:\|.*\n)+)/m.exec(page) ?? [];
  expect([...table.matchAll(/^\| (\w+)/gm)].map(([, name]) => name)).toEqual([...categories]);
});
