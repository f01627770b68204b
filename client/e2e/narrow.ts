import { expect, type Page } from '@playwright/test';

/** Replaces every amount in the replies to this page by a million Ching, until the returned function is called. */
export async function showMillions(page: Page): Promise<() => Promise<void>> {
  const replies = /\/api\/(groups|bets)/;
  await page.route(replies, async (route) => {
    const answer = await route.fetch();
    const amounts = /"(balance|available|pending|profit|amount|potentialPayout|payout)":"-?[\d.]+"/g;
    await route.fulfill({ response: answer, body: (await answer.text()).replace(amounts, '"$1":"1000000.00"') });
  });
  return () => page.unroute(replies);
}

/** Expects that the page does not scroll sideways at 320 px and cuts off no amount. Source: WCAG 1.4.10. */
export async function expectFits(page: Page): Promise<void> {
  await expect(page.getByText(/1,000,000/).first()).toBeVisible();
  await expect.poll(() => page.evaluate(misfits)).toEqual([]);
}

/**
 * Lists what is too wide: the page itself, and the elements around every amount, up to its card or row. Runs in the
 * page.
 */
function misfits(): string[] {
  const { scrollWidth } = document.documentElement;
  const found = scrollWidth > 320 ? [`the page: ${scrollWidth}`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const words = texts.currentNode.textContent ?? '';
    if (!/\d,\d{3}|\d Ching/.test(words)) continue;
    const card = texts.currentNode.parentElement?.closest('dl, li, tr, section, fieldset, [role=dialog]');
    for (let box = texts.currentNode.parentElement; box && box !== document.body; box = box.parentElement) {
      if (box.clientWidth > 1 && box.scrollWidth > box.clientWidth)
        found.push(`${words}: ${box.outerHTML.slice(0, 90)}`);
      if (box === card) break;
    }
  }
  return found;
}
