import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyShop } from './lib/empty-shop.ts'
import { fitsEverywhere, inspect, settled } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

/** The links of the menu, as this operator sees it. */
async function menuOf(page: Page): Promise<string[]> {
  await page.goto('/admin/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const links = page.locator('nav[aria-label="メニュー"] li a')
  return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
}

const nameOf = (path: string) => path.replace(/^\/admin\/?/, '').replace(/[/?].*/, '') || 'today'

/** Opens each screen by the menu, and runs `look` on it, or checks that it is shown. */
async function walk(page: Page, paths: readonly string[], look?: (name: string) => Promise<void>): Promise<void> {
  for (const path of paths) {
    const entry = `nav[aria-label="メニュー"] li a[href="${path}"]`
    await page.locator(entry).click()
    await page.locator(`${entry}[aria-current=page]`).waitFor()
    await settled(page)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: /^(権限がありません|表示できませんでした)$/ }).count(), path).toBe(0)
    await look?.(nameOf(path))
  }
}

/** Screens with data that no other journey inspects. */
const seenHere = ['customers', 'inquiries', 'suppliers', 'bulk-jobs']

/** A rejected call fails the journey. */
for (const [role, menu, refused] of [
  ['viewer', 18, ['products/new', 'content/articles/new', 'schedule/new', 'customers/import']],
  ['shipping', 8, ['products/import', 'setting/choice', 'schedule/as-of']],
] as const)
  journey(
    `${role}: every link of the menu is permitted, and a forbidden screen says so`,
    async ({ page }) => {
      await signIn(page, role)
      const paths = await menuOf(page)
      expect(paths).toHaveLength(menu)
      await walk(page, paths, async (name) => {
        if (seenHere.includes(name)) await inspect(page, `role-${role}-${name}`)
      })
      for (const path of refused) {
        await page.goto(`/admin/${path}`)
        await page.getByRole('heading', { level: 1, name: '権限がありません' }).waitFor()
      }
      await inspect(page, 'role-refused')
    },
    { on: ['desktop'] },
  )

journeyInBoth(
  'an empty second shop: every screen of the menu shows a text',
  async ({ page }) => {
    await signIn(page, 'manager')
    const id = await emptyShop()
    await page.addInitScript(`sessionStorage.setItem('kushi-admin-shop', '${id}')`)
    await walk(page, (await menuOf(page)).slice(1), (name) => inspect(page, `empty-${name}`))
  },
  { on: ['desktop'] },
)

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
    await walk(page, paths.slice(1), (name) => fitsEverywhere(page, `longest-${name}`))
  },
  { on: ['desktop'] },
)
