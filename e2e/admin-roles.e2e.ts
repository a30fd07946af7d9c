import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectFitsAllWidths, inspect, untilSettled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

const entries = (page: Page) => page.locator('nav[aria-label="メニュー"] li a')

/** Opens each screen of the menu after the first, checks that it is shown, and runs `look` on it. */
async function walkMenu(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  const paths = await entries(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
  for (const path of paths.slice(1)) {
    await openScreen(page, path)
    await page.locator(`nav[aria-label="メニュー"] li a[href="${path}"][aria-current=page]`).waitFor()
    await untilSettled(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: /^(権限がありません|表示できませんでした)$/ }).count(), path).toBe(0)
    await look(path.replace(/^\/admin\//, '').replace(/[/?].*/, ''))
  }
}

/** Figures of sales are for those who may read them, and 定期便 that wait for whoever may change them. */
async function hasNoFigures(page: Page): Promise<void> {
  await page.getByRole('list', { name: '今日の出荷' }).waitFor()
  expect(await page.getByRole('heading', { name: '受注金額' }).count()).toBe(0)
  expect(await page.getByText('定期便を手配できません').count()).toBe(0)
}

/** Screens with data that no other journey inspects. */
const seenHere = ['customers', 'inquiries', 'suppliers', 'bulk-jobs', 'operators', 'audit']

/** Values that people type, at maximum length. */
const longest = {
  customer_name: 41,
  operator_name: 60,
  campaign_name: 60,
  shop_name: 100,
  template_name: 60,
  email: 254,
  adcd: 40,
  product_code: 40,
  tracking_no: 20,
  name: 60,
  title: 100,
  product_name: 100,
}

/** Lengthens the texts of every response, inside the page: a route outside of it costs a trip for each. */
const lengthen = (page: Page) =>
  page.addInitScript((fields) => {
    const ask = window.fetch
    window.fetch = async (...call) => {
      const answer = await ask(...call)
      if (!answer.headers.get('content-type')?.startsWith('application/json')) return answer
      let words = await answer.text()
      for (const [field, most] of Object.entries(fields))
        words = words.replace(new RegExp(`"${field}":"([^"]+)"`, 'g'), (_, word: string) => {
          const isLatin = /^[\x21-\x7e]+$/.test(word)
          return `"${field}":"${word.padEnd(most, isLatin ? 'W' : '長').slice(0, most)}"`
        })
      return new Response(words, answer)
    }
  }, longest)

journey(
  'a forbidden screen says so; the longest permitted texts make no screen of the menu wider than its window',
  async ({ page }) => {
    await signIn(page, 'shipping')
    await page.goto('/admin/')
    await hasNoFigures(page)
    expect(await entries(page).count()).toBe(9)
    await openScreen(page, '/admin/setting/choice')
    await page.getByRole('heading', { level: 1, name: '権限がありません' }).waitFor()
    await inspect(page, 'role-refused')

    await signIn(page, 'manager')
    await lengthen(page)
    await page.goto('/admin/')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await walkMenu(page, async (name) => {
      if (seenHere.includes(name)) await inspect(page, `longest-${name}`)
      await expectFitsAllWidths(page, `longest-${name}`)
      if (name === 'products') expect(await page.getByText('長長長').count()).toBeGreaterThan(0)
    })
  },
  { on: ['desktop'] },
)
