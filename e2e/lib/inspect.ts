import { readFileSync } from 'node:fs'
import type axe from 'axe-core'
import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { windows } from './browser.ts'
import { lowContrastTexts } from './contrast.ts'

interface Router {
  state: { initialized: boolean; navigation: { state: string } }
}

/** Waits until nothing loads any more: no skeletons, fading toasts or arriving lists, and the router is idle. */
export async function untilSettled(page: Page): Promise<void> {
  const loading = page.getByRole('status').getByText('読み込んでいます', { exact: true })
  // Under a dialog the button that opened it may wait for its answer.
  const busy = page.locator('[aria-busy="true"]:not([aria-hidden="true"] *)').or(loading)
  await expect.poll(() => busy.count(), { timeout: 20_000 }).toBe(0)
  // A redirecting screen has finished.
  await page.waitForFunction(() => {
    const { __reactRouterDataRouter: router } = window as unknown as { __reactRouterDataRouter?: Router }
    // A transition between two screens breaks off, as an error of a script, when the window changes its size.
    const isMoving = Boolean((document as { activeViewTransition?: object | null }).activeViewTransition)
    return !isMoving && (!router || (router.state.initialized && router.state.navigation.state === 'idle'))
  })
}

const devicesInBothModes = new WeakSet<BrowserContext>()

/** A tablet upright, between the two windows: as used on a packing table. */
const tablet = { width: 820, height: 1180 }

/** Screens inspected on this device are inspected in the other window too; the two differ only by styles. */
export const inspectInBothModes = (device: BrowserContext) => void devicesInBothModes.add(device)

/**
 * Checks what holds for every screen in every state: axe finds no errors, there is one main heading, no horizontal
 * scrolling, and no missing picture. Between the two windows it also checks horizontal scrolling on a tablet. In the
 * admin, contrast is measured in dark mode too. With JOURNEY_PICTURES=<folder> it saves a screenshot of the whole page
 * there.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  const own = page.viewportSize()!
  await untilSettled(page)
  await look(page, name)
  if (!devicesInBothModes.has(page.context())) return
  await page.setViewportSize(tablet)
  await fits(page, name)
  await page.setViewportSize(own.width < 768 ? windows.desktop.viewport : windows.phone.viewport)
  await look(page, name, 'new')
  await page.setViewportSize(own)
}

/** Checks that there is no horizontal scrolling in any window. */
export async function expectFitsAllWidths(page: Page, name: string): Promise<void> {
  const own = page.viewportSize()!
  await untilSettled(page)
  for (const size of [windows.phone.viewport, tablet, windows.desktop.viewport]) {
    await page.setViewportSize(size)
    await fits(page, name)
  }
  await page.setViewportSize(own)
}

/** In the other window axe checks only what the first one hides. */
async function look(page: Page, name: string, which: 'all' | 'new' = 'all'): Promise<void> {
  const size = sizeOf(page)
  expect(await axeViolations(page, which), `axe on ${name} (${size})`).toEqual([])
  expect(await lowContrastTexts(page), `contrast on ${name} (${size})`).toEqual([])
  if (isAdmin(page)) await inspectInDarkMode(page, name)
  expect(await page.locator('h1').count(), `main headings on ${name}`).toBe(1)
  await fits(page, name)
  const broken = await page.evaluate(() =>
    [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map(({ src }) => src),
  )
  expect(broken, `missing pictures on ${name}`).toEqual([])
}

const sizeOf = (page: Page): string => {
  const { width } = page.viewportSize()!
  return width < 768 ? 'phone' : width < 1024 ? 'tablet' : 'desktop'
}

async function fits(page: Page, name: string): Promise<void> {
  const size = sizeOf(page)
  if (process.env.JOURNEY_PICTURES)
    await page.screenshot({ path: `${process.env.JOURNEY_PICTURES}/${name}-${size}.png`, fullPage: true })
  // Compares the widths, because a phone widens its viewport for content that is too wide.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  expect(wide, `pixels outside of the window on ${name} (${size})`).toBeLessThanOrEqual(0)
}

/** Checks that there is no horizontal scrolling with text twice as large. */
export async function expectFitsDoubleText(page: Page, name: string): Promise<void> {
  const wide = await page.evaluate(() => {
    const { documentElement: html } = document
    html.style.fontSize = '200%'
    const more = html.scrollWidth - html.clientWidth
    html.style.fontSize = ''
    return more
  })
  expect(wide, `pixels outside of the window on ${name} with text twice as large`).toBeLessThanOrEqual(0)
}

const isAdmin = (page: Page): boolean => new URL(page.url()).pathname.startsWith('/admin')

/** The admin's dark mode differs from light mode only in colours, so only contrast is checked. */
async function inspectInDarkMode(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await lowContrastTexts(page), `contrast on ${name} in the dark`).toEqual([])
  await page.emulateMedia({ colorScheme: null })
}

/** The minified build: the default export is 1.5 MB, and compiling it costs a page more than the checks do. */
const axeSource = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

/** Loads axe into the page, where it stays until navigation. */
async function loadAxe(page: Page): Promise<void> {
  for (const frame of page.frames()) if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axeSource)
}

/** Violations of all rules except contrast, in the whole page or in elements that it did not show before. */
async function axeViolations(page: Page, which: 'all' | 'new'): Promise<string[]> {
  await loadAxe(page)
  return page.evaluate(async (onlyNew) => {
    const inPage = window as unknown as { axe: typeof axe; inspected?: WeakSet<Element> }
    const known = inPage.inspected
    const shown = [...document.body.querySelectorAll('*')].filter((one) =>
      one.checkVisibility({ visibilityProperty: true }),
    )
    inPage.inspected = new WeakSet(shown)
    const parts = new Set(onlyNew ? shown.filter((one) => !known?.has(one)) : [document.documentElement])
    if (parts.size === 0) return []
    const { violations } = await inPage.axe.run(
      { include: [...parts].filter((one) => !parts.has(one.parentElement!)) },
      {
        resultTypes: ['violations'],
        // Preloading styles and media is only for two rules: one is turned off, the other concerns autoplaying sound.
        preload: false,
        rules: { 'color-contrast': { enabled: false } },
      },
    )
    return violations.map(
      ({ id, help, nodes }) =>
        `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
    )
  }, which === 'new')
}
