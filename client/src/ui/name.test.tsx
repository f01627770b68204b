import { act } from 'react';
import { expect, test, vi } from 'vitest';
import { rootBeforeEach } from '#client/testing/root-before-each.ts';
import { Name } from './name.tsx';

const page = rootBeforeEach();

/** Renders a name in a parent with this class, whose text has this height in a box of 40 px, and points at the name. */
async function pointAt(parent: string, textHeight: number): Promise<HTMLElement> {
  await page.render(
    <span className={parent} title="Outer">
      <Name>Sacramento Republic</Name>
    </span>,
  );
  const [box, name] = [page.area.querySelector('span'), page.area.querySelector('bdi')];
  if (!box || !name) throw new Error('no name');
  vi.spyOn(box, 'clientHeight', 'get').mockReturnValue(40);
  vi.spyOn(box, 'scrollHeight', 'get').mockReturnValue(textHeight);
  await act(async () => name.dispatchEvent(new PointerEvent('pointerover', { bubbles: true })));
  return name;
}

test('the whole of a name that is cut after two lines is its tooltip', async () => {
  expect((await pointAt('line-clamp-2', 60)).title).toBe('Sacramento Republic');
});

test('a name that is not cut hides no tooltip of an element around it', async () => {
  const name = await pointAt('line-clamp-2', 40);
  expect(name.hasAttribute('title')).toBe(false);
  expect((await pointAt('', 60)).hasAttribute('title')).toBe(false);
});
