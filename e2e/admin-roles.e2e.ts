import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { emptyShop } from './lib/empty-shop.ts'
import { inspect } from './lib/inspect.ts'
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

async function walk(page: Page, name: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await page.getByRole('heading', { name: /^(権限がありません|表示できませんでした)$/ }).count(), path).toBe(0)
    await inspect(page, `${name}-${nameOf(path)}`)
  }
}

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
      await walk(page, `role-${role}`, paths)
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
    await walk(page, 'empty', (await menuOf(page)).slice(1))
  },
  { on: ['desktop'] },
)
