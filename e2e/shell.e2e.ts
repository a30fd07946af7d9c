import { expect } from 'vitest'
import { windows } from './lib/browser.ts'
import { journey } from './lib/journey.ts'
import { moveTo } from './lib/shopping.ts'

const devices = {
  pc: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/120.0.0.0 Safari/537.36',
  mobile: 'Mozilla/5.0 (Linux; Android 13; Pixel 6) AppleWebKit/537.36 Chrome/109.0.0.0 Mobile Safari/537.36',
}
journey('banner and footer match a device by the user agent, whatever the width', async ({ page, device }) => {
  const devtools = await device.newCDPSession(page)
  for (const [device, userAgent] of Object.entries(devices)) {
    await devtools.send('Emulation.setUserAgentOverride', { userAgent })
    await page.goto('contents/faq.html')
    expect(await page.locator('html').getAttribute('data-device')).toBe(device)
    const shown = await page.evaluate((device) => {
      const other = device === 'pc' ? 'mobile' : 'pc'
      const make = (name: string) => {
        const part = document.createElement('p')
        part.className = `only-${name}`
        document.body.append(part)
        return getComputedStyle(part).display
      }
      return [make(device), make(other)]
    }, device)
    expect(shown).toEqual(['block', 'none'])
    await page.setViewportSize(windows.desktop.viewport)
  }
  await page.setViewportSize(windows.phone.viewport)

  // News items link to their target, else to the list; a printout contains only the page.
  const news = page.getByRole('complementary', { name: 'お知らせ' })
  await news.getByRole('link', { name: /はじめての三包/ }).click()
  await page.waitForURL('**/products/detail/9')
  const bar = page.locator('[data-bottom-bar]')
  await bar.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await bar.isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await news.isVisible()).toBe(false)
  await page.emulateMedia({ media: null })
  await news.click({ position: { x: 4, y: 4 } })
  await page.waitForURL('**/products')
})

journey('text of twice the size: the bar stays in place and does not cover the page', async ({ page, device }) => {
  const devtools = await device.newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  await page.goto('products/detail/1')
  for (const path of ['products/detail/1', 'contact']) {
    await moveTo(page, path)
    const bar = page.locator('[data-bottom-bar]')
    await bar.waitFor()
    expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
    // The bar of the page before may still be leaving.
    await expect.poll(() => bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
  }
  // Text-only content does not cause horizontal scrolling.
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)
})
