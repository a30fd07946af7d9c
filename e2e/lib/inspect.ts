import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

interface Router {
  state: { initialized: boolean; navigation: { state: string } }
}

/** Nothing loads any more: skeletons, toasts that fade and lists that arrive are over, and the router rests. */
export async function settled(page: Page): Promise<void> {
  const loading = page.getByRole('status').getByText('読み込んでいます', { exact: true })
  const busy = page.locator('[aria-busy="true"]').or(loading)
  await expect.poll(() => busy.count(), { timeout: 20_000 }).toBe(0)
  // A screen that leads elsewhere has left.
  await page.waitForFunction(() => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter?: Router }
    return !router || (router.state.initialized && router.state.navigation.state === 'idle')
  })
}

/**
 * What holds for every screen in every state: axe finds nothing, there is one main heading, nothing has to be scrolled
 * sideways, and no picture is missing. With JOURNEY_PICTURES=<folder> it leaves a picture of the whole page there.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const size = (page.viewportSize()?.width ?? 0) < 768 ? 'phone' : 'desktop'
  await settled(page)
  if (process.env.JOURNEY_PICTURES)
    await page.screenshot({ path: `${process.env.JOURNEY_PICTURES}/${name}-${size}.png`, fullPage: true })
  expect(await foundByAxe(page), `axe on ${name}`).toEqual([])
  expect(await page.locator('h1').count(), `main headings on ${name}`).toBe(1)
  const { wide, broken } = await page.evaluate(() => ({
    wide: document.documentElement.scrollWidth - innerWidth,
    broken: [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
  }))
  expect(wide, `pixels outside of the window on ${name}`).toBeLessThanOrEqual(0)
  expect(broken, `missing pictures on ${name}`).toEqual([])
}

/** In the page itself, where it stays for as long as the page does: its 600 KB are read once. */
async function foundByAxe(page: Page): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source)
  return page.evaluate(async () => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run({ resultTypes: ['violations'] })
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
    )
  })
}
