import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyShop } from './lib/empty-shop.ts'
import { inspect, settled } from './lib/inspect.ts'
import { journey, journeyInBoth } from './lib/journey.ts'
import { signIn } from './lib/operator.ts'

/** Where the menu leads, as this person sees it. */
async function menuOf(page: Page): Promise<string[]> {
  await page.goto('/admin/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  const links = page.locator('nav[aria-label="メニュー"] li a')
  return links.evaluateAll((all) => all.map((one) => one.getAttribute('href')!))
}

const nameOf = (path: string) => path.replace(/^\/admin\/?/, '').replace(/[/?].*/, '') || 'today'

/** By the menu itself, as a person goes; `look` at each screen, or see that it is there. */
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

/** What no other journey looks at with something in it. */
const seenHere = ['customers', 'inquiries', 'suppliers', 'bulk-jobs']

/** A refused call fails the journey. */
for (const [role, menu, refused] of [
  ['viewer', 18, ['products/new', 'content/articles/new', 'schedule/new', 'customers/import']],
  ['shipping', 8, ['products/import', 'setting/choice', 'schedule/as-of']],
] as const)
  journey(
    `${role}: the menu leads nowhere that is refused, and a screen that may not be opened says so`,
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
  'an empty second shop: every screen of the menu has something to say',
  async ({ page }) => {
    await signIn(page, 'manager')
    const id = await emptyShop()
    await page.addInitScript(`sessionStorage.setItem('kushi-admin-shop', '${id}')`)
    await walk(page, (await menuOf(page)).slice(1), (name) => inspect(page, `empty-${name}`))
  },
  { on: ['desktop'] },
)
