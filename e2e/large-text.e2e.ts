import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { brokenNumbers } from './lib/broken-numbers.ts'
import { untilSettled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { memberWith, orderedBy } from './lib/member.ts'
import { newPerson } from './lib/people.ts'
import { agreeToTerms, fillMemberForm } from './lib/purchase.ts'
import { checkOutAsNew, moveTo } from './lib/shopping.ts'

/** The elements that stay in place while the page scrolls, with their controls. */
const measureBars = () => {
  const shown = (element: Element) => {
    const { width, height } = element.getBoundingClientRect()
    return width > 0 && height > 0 && getComputedStyle(element).pointerEvents !== 'none'
  }
  const bars = [...document.querySelectorAll<HTMLElement>('body *')].filter(
    (element) => ['fixed', 'sticky'].includes(getComputedStyle(element).position) && shown(element),
  )
  const inWindow = ({ top, bottom }: DOMRect) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0))
  return {
    covered: bars.reduce((sum, bar) => sum + inWindow(bar.getBoundingClientRect()), 0) / innerHeight,
    cut: bars
      .filter((bar) => inWindow(bar.getBoundingClientRect()) > 0)
      .flatMap((bar) => [...bar.querySelectorAll<HTMLElement>('a, button')])
      .filter(shown)
      .filter((one) => {
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const isOutside = left < -1 || right > document.documentElement.clientWidth + 1 || top < -1
        return isOutside || bottom > innerHeight + 1 || one.scrollWidth > one.clientWidth + 1
      })
      .map((one) => one.textContent || one.ariaLabel),
  }
}

/** A toast covers neither menu nor cart: Playwright rejects the click if another element would receive it. */
async function expectToastBelowHeader(page: Page): Promise<void> {
  const toast = page.getByRole('region', { name: 'お知らせ' }).filter({ hasText: 'カートに入れました' })
  const header = page.getByRole('banner')
  const bar = (await header.boundingBox())!
  expect((await toast.getByRole('paragraph').boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height)
  await header.getByRole('link', { name: /^カート/ }).click({ trial: true })
  await header.getByRole('button', { name: 'メニュー' }).click()
  const menu = page.getByRole('dialog', { name: 'メニュー' })
  await menu.getByRole('button', { name: '閉じる' }).click()
  await menu.waitFor({ state: 'hidden' })
}

async function expectFits(page: Page, name: string): Promise<void> {
  await untilSettled(page)
  if (process.env.JOURNEY_PICTURES)
    await page.screenshot({ path: `${process.env.JOURNEY_PICTURES}/large-${name}.png`, fullPage: true })
  const width = page.viewportSize()!.width
  expect(await page.evaluate(() => document.documentElement.scrollWidth), `${name} is as wide as`).toBe(width)
  for (const share of [0, 0.5, 1]) {
    await page.evaluate((at) => scrollTo(0, at * document.documentElement.scrollHeight), share)
    const { covered, cut } = await page.evaluate(measureBars)
    expect(covered, `part of the window that bars cover on ${name}`).toBeLessThan(0.5)
    expect(cut, `what is cut off in bars of ${name}`).toEqual([])
  }
}

journey('with text twice as large there is no horizontal scrolling, and bars leave room', async ({ page, device }) => {
  await device.addInitScript(() => {
    const enlarge = () => document.documentElement.style.setProperty('font-size', '200%')
    if (document.documentElement) enlarge()
    else document.addEventListener('readystatechange', enlarge)
  })
  await page.goto('')
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)).toBe('32px')
  await expectFits(page, 'home')
  await moveTo(page, 'products')
  await expectFits(page, 'list')
  await moveTo(page, 'products/detail/1')
  await expectFits(page, 'product with many pictures')
  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('link', { name: 'カートを見る' }).waitFor()
  // There is no room for the sheet, so a toast says that the item was added.
  await page.getByRole('button', { name: 'お知らせを閉じる' }).waitFor()
  expect(await page.getByRole('group', { name: 'カートに入れた商品' }).count()).toBe(0)
  await expectToastBelowHeader(page)
  await expectFits(page, 'product added')
  await moveTo(page, 'cart?tab=subscription')
  await expectFits(page, 'cart')
  const person = newPerson()
  await checkOutAsNew(page, person, 'periodic')
  await expectFits(page, 'checkout')
  await fillMemberForm(page, person)
  await agreeToTerms(page)
  await expectFits(page, 'checkout-filled')
})

journey('on 360 px with letters of 130 % everything fits, and no number is cut', async ({ page, device }) => {
  const member = await memberWith(device)
  await orderedBy(member, { sku: 101, subscription: true })
  await orderedBy(member, { sku: 117, quantity: 2 })
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('')
  const enlarged = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '130%'))
  const paths = [
    '',
    'products',
    'products/detail/1',
    'products/detail/7',
    'products/detail/11',
    'contents/defrayal.html',
  ]
  for (const path of [...paths, 'mypage', 'mypage/subscriptions', 'mypage/history', 'mypage/payments', 'cart']) {
    await moveTo(page, path)
    await enlarged()
    await expectFits(page, `130-${path.replaceAll('/', '-')}`)
    expect(await brokenNumbers(page), path).toEqual([])
  }
  await moveTo(page, 'products/detail/1')
  await page.getByRole('radio', { name: /^定期便で買う/ }).check()
  await page.getByRole('button', { name: 'カートに入れる' }).click()
  await page.getByRole('link', { name: 'カートを見る' }).waitFor()
  await expectFits(page, '130-added')
  expect(await brokenNumbers(page)).toEqual([])
  await moveTo(page, 'cart?tab=subscription')
  await expectFits(page, '130-cart')
  await page.getByRole('button', { name: '定期便のお手続きへ' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
  await expectFits(page, '130-checkout')
  expect(await brokenNumbers(page)).toEqual([])
})
