import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { journey } from './lib/journey.ts'

const assets = join(import.meta.dirname, '../apps/storefront/build/client/assets')

/** The code files that a page loads until it is interactive, with their transferred sizes. */
async function askedFor(page: Page, path: string): Promise<{ name: string; bytes: number }[]> {
  const names: string[] = []
  let isAlive = false
  await page.exposeFunction('tellAlive', () => {
    isAlive = true
  })
  await page.addInitScript(() =>
    addEventListener('kushi:alive', () => (window as never as { tellAlive(): void }).tellAlive()),
  )
  page.on('request', (request) => {
    const [, name] = /\/sh\/assets\/(.+\.js)$/.exec(request.url()) ?? []
    if (name && !isAlive) names.push(name)
  })
  await page.goto(path)
  await expect.poll(() => isAlive).toBe(true)
  return Promise.all(names.map(async (name) => ({ name, bytes: (await readFile(join(assets, `${name}.br`))).length })))
}

for (const path of ['', 'products', 'products/detail/1', 'cart', 'login', 'contents/faq.html'])
  journey(`/${path} is interactive after a few small code files`, async ({ page }) => {
    const styles: string[] = []
    page.on('request', (request) => void (request.resourceType() === 'stylesheet' && styles.push(request.url())))
    // The guard loads at the same moment as the page becomes interactive; the cart, which waits for it, loads it at
    // once.
    const asked = (await askedFor(page, path)).filter(({ name }) => !name.startsWith('guard-'))
    expect(asked.length, JSON.stringify(asked)).toBeLessThanOrEqual(4)
    expect(await (await page.request.get(path)).text()).not.toMatch(/<link[^>]*modulepreload[^>]*\/guard-/)
    expect(asked.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(100 * 1024)
    // All styles are inlined; later code must not load them again, which would redraw the whole page.
    await page.waitForLoadState('networkidle')
    expect(styles).toEqual([])
  })

journey('a page loads only its own routes, and a link to the home page still works', async ({ page }) => {
  // The shop has LINE turned off.
  await page.goto('line-login')
  await expect.poll(() => new URL(page.url()).pathname).toBe('/sh/')
  await page.locator('main h1').waitFor()
})
