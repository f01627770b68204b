import { expect, type Page } from '@playwright/test';

/** Lets every amount in what the server answers this page be a million Ching, until what it returns is called. */
export async function becomeRich(page: Page): Promise<() => Promise<void>> {
  const told = /\/api\/(groups|bets)/;
  await page.route(told, async (route) => {
    const answer = await route.fetch();
    const amounts = /"(balance|available|pending|profit|amount|potentialPayout|payout)":"-?[\d.]+"/g;
    await route.fulfill({ response: answer, body: (await answer.text()).replace(amounts, '"$1":"1000000.00"') });
  });
  return () => page.unroute(told);
}

/** Holds as soon as the page does not scroll sideways at 320 px and cuts no amount. Source: WCAG 1.4.10. */
export async function expectFits(page: Page): Promise<void> {
  await expect(page.getByText(/1,000,000/).first()).toBeVisible();
  await expect.poll(() => page.evaluate(misfits)).toEqual([]);
}

/** What is too wide, run in the page: the page itself, and every holder of an amount up to its card or row. */
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
