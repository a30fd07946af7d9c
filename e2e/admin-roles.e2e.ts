import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyShop } from './lib/empty-shop.ts'
import { fitsEverywhere, inspect, settled } from './lib/inspect.ts'
import { journey } from './lib/journey.ts'
import { openScreen, signIn } from './lib/operator.ts'

/** The links of the admin's menu, as this operator sees it. */
async function menuOf(page: Page): Promise<string[]> {
  await page.goto('/admin/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const links = page.locator('nav[aria-label="メニュー"] li a')
  return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
}

/** Opens each screen by the menu, checks that it is shown, and runs `look` on it. */
async function walkMenu(page: Page, paths: readonly string[], look?: (name: string) => Promise<void>): Promise<void> {
  for (const path of paths) {
    const entry = `nav[aria-label="メニュー"] li a[href="${path}"]`
    await page.locator(entry).click()
    await page.locator(`${entry}[aria-current=page]`).waitFor()
    await settled(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: /^(権限がありません|表示できませんでした)$/ }).count(), path).toBe(0)
    await look?.(path.replace(/^\/admin\/?/, '').replace(/[/?].*/, '') || 'today')
  }
}

/** A rejected call fails the journey. */
const roles = [
  ['viewer', 18, ['content/articles/new', 'schedule/new', 'customers/import', 'products/new']],
  ['shipping', 8, ['setting/choice', 'schedule/as-of', 'products/import']],
] as const

journey(
  'every link in the menu of a role is permitted, also in an empty shop, and a forbidden screen says so',
  async ({ device }) => {
    for (const [role, menu, forbidden] of roles) {
      const page = await device.newPage()
      await signIn(page, role)
      if (role === 'viewer')
        await page.addInitScript(`sessionStorage.setItem('kushi-admin-shop', '${await emptyShop(role)}')`)
      const paths = await menuOf(page)
      expect(paths).toHaveLength(menu)
      if (role === 'shipping') await hasNoFigures(page)
      const refused = page.getByRole('heading', { level: 1, name: '権限がありません' })
      // Between the screens of the menu, which are not refused.
      const left = [...forbidden]
      await walkMenu(page, paths, async (name) => {
        if (role === 'viewer' && name === 'orders') await inspect(page, 'empty-orders')
        const path = left.pop()
        if (!path) return
        await openScreen(page, `/admin/${path}`)
        await refused.waitFor()
      })
      expect(left).toEqual([])
      if (role === 'viewer') continue
      await page.goto('/admin/setting/choice')
      await refused.waitFor()
      await inspect(page, 'role-refused')
    }
  },
  { on: ['desktop'] },
)

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
  ...{ customer_name: 41, operator_name: 60, campaign_name: 60, shop_name: 100, template_name: 60 },
  ...{ email: 254, adcd: 40, product_code: 40, tracking_no: 20, name: 60, title: 100, product_name: 100 },
}

journey(
  'the longest permitted texts make no screen of the menu wider than its window',
  async ({ page }) => {
    await signIn(page, 'manager')
    await page.route('**/admin/v1/**', async (route) => {
      const answer = await route.fetch()
      const words = Object.entries(longest).reduce(
        (text, [field, most]) =>
          text.replace(new RegExp(`"${field}":"([^"]+)"`, 'g'), (_, word: string) => {
            const isLatin = /^[\x21-\x7e]+$/.test(word)
            return `"${field}":"${word.padEnd(most, isLatin ? 'W' : '長').slice(0, most)}"`
          }),
        await answer.text(),
      )
      await route.fulfill({ response: answer, body: words })
    })
    const paths = await menuOf(page)
    await walkMenu(page, paths.slice(1), async (name) => {
      if (seenHere.includes(name)) await inspect(page, `longest-${name}`)
      await fitsEverywhere(page, `longest-${name}`)
    })
  },
  { on: ['desktop'] },
)
