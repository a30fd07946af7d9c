import type { Page } from 'playwright-core'

/** The texts that live regions of the page speak during `act` and shortly after, one for each region that changed. */
export async function announcementsDuring(page: Page, act: () => Promise<unknown>): Promise<string[]> {
  await page.evaluate(() => {
    const said = new Map<Element, string>()
    const observer = new MutationObserver((changes) => {
      for (const { target } of changes) {
        const at = target instanceof Element ? target : target.parentElement
        const region = at?.closest('[aria-live], [role="status"], [role="alert"]')
        const text = region?.textContent?.trim()
        if (region && text && region.getAttribute('aria-live') !== 'off') said.set(region, text)
      }
    })
    observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    Object.assign(window, { spoken: () => [...said.values()] })
  })
  await act()
  await page.waitForTimeout(700)
  return page.evaluate(() => (window as unknown as { spoken(): string[] }).spoken())
}
