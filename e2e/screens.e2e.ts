import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { routeTable } from '../apps/storefront/app/route-table.ts'
import { sql } from './lib/database.ts'
import { expectFitsAllWidths, expectFitsDoubleText, inspect, untilSettled } from './lib/inspect.ts'
import { journeyInBoth } from './lib/journey.ts'
import { memberWith, orderedBy } from './lib/member.ts'
import { moveTo } from './lib/shopping.ts'

/** Screens that other journeys open in all states, or that redirect at once. */
const seenElsewhere =
  /^(products|cart|purchase|login)\/|^(not-found|contents\/to-page|inquiries\/inquiry|journal\/article)$/

/** One URL of every other screen, including new ones. */
const others = [...new Map(routeTable.map((route) => [`${route.access} ${route.screen}`, route])).values()].filter(
  ({ screen }) => !seenElsewhere.test(screen),
)

/** Walks through these pages as by links, and checks each; those that redirect lead to each page once. */
async function inspectPaths(page: Page, paths: string[], check = inspect): Promise<number> {
  const seen = new Set<string>()
  for (const path of paths) {
    await page.locator('h1').first().waitFor()
    await moveTo(page, path.slice(1))
    await untilSettled(page)
    await page.locator('h1').first().waitFor()
    const { pathname } = new URL(page.url())
    if (!seen.has(pathname)) {
      const name = `screen${path.replace(/\W+/g, '-')}`
      await check(page, name)
      await expectFitsDoubleText(page, name)
    }
    seen.add(pathname)
  }
  return seen.size
}

journeyInBoth('every public screen is accessible', async ({ page, expectProblem }) => {
  // A password reset link that was never sent.
  expectProblem(/^422: POST \/v1\/common\/reset-password\/verify/)
  // A link that asks for the consent to a merge, without its token.
  expectProblem(/^422: POST \/v1\/customer\/merge\/show/)
  const paths = others
    .filter(({ access }) => access === 'open')
    .map(({ path }) => path.replace(':page', 'defrayal.html'))
  await page.goto('journal')
  expect(await inspectPaths(page, paths)).toBeGreaterThan(10)
})

journeyInBoth('every screen of a member: empty lists fit, and with an order and a subscription', async (visitor) => {
  const { page, device } = visitor
  const member = await memberWith(device)
  await page.goto('mypage')
  // A form is the same for a member who has bought, below; ids in these URLs do not exist.
  const lists = others.filter(({ access, path }) => access === 'member' && !/:id|customer|new$|callback/.test(path))
  expect(
    await inspectPaths(
      page,
      lists.map(({ path }) => path),
      expectFitsAllWidths,
    ),
  ).toBeGreaterThan(5)

  await orderedBy(member, { sku: 133, quantity: 2 })
  await orderedBy(member, { sku: 118, subscription: true })
  const [ids] = await sql<{ address: number | null; subscription: number }>(
    `select (select max(a.id) from customer_address a where a.customer_id = c.id) as address,
       (select max(s.id) from subscription s where s.customer_id = c.id) as subscription
       from customer c where c.email = $1`,
    member.email,
  )
  const idOf = (path: string) =>
    String(path.includes('subscriptions') ? ids!.subscription : path.includes('addresses') ? ids!.address : 6)
  // A card must first be saved at the card company to be edited: see the card journeys.
  const paths = others
    .filter(({ access, path }) => access === 'member' && path !== '/mypage/payments/:id/edit')
    .map(({ path }) => path.replace(':id', idOf(path)))
  expect(await inspectPaths(page, paths)).toBeGreaterThan(10)
})
