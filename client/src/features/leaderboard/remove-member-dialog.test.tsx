import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { RemoveMemberButton } from './remove-member-dialog.tsx';

test('a name that is written from right to left stays a unit in the name of its button', () => {
  const area = document.createElement('div');
  const member = { id: '1', name: 'אבי' };
  area.innerHTML = renderToStaticMarkup(<RemoveMemberButton member={member} onOpen={() => undefined} />);
  expect(area.querySelector('button')?.getAttribute('aria-label')).toBe('Remove \u2068אבי\u2069');
});
