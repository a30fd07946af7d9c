import { expect } from 'vitest'
import { routeTable } from '../apps/storefront/app/route-table.ts'
import { sql } from './lib/database.ts'
import { inspect } from './lib/inspect.ts'
import { journeyInBoth as journey, type Visitor } from './lib/journey.ts'
import { memberWith, orderedBy } from './lib/member.ts'

/** Screens that other journeys open in all states, or that redirect at once. */
const seenElsewhere =
  /^(products|cart|purchase|contents|login)\/|^(not-found|sitemaps|inquiries\/inquiry|journal\/article)$/

/** One URL of every other screen, including new ones. */
const others = [...new Map(routeTable.map((route) => [`${route.access} ${route.screen}`, route])).values()].filter(
  ({ screen }) => !seenElsewhere.test(screen),
)

async function lookAt({ page }: Visitor, path: string, idOf: (path: string) => Promise<string>): Promise<void> {
  const id = path.includes(':id') ? await idOf(path) : ''
  await page.goto(path.replace(':id', id).slice(1))
  await page.locator('h1').first().waitFor()
  await inspect(page, `screen${path.replace(/\W+/g, '-')}`)
}

const open = others.filter(({ access }) => access === 'open')
for (const half of [1, 2])
  journey(`every public screen is accessible (${half} of 2)`, async (visitor) => {
    // A password reset link that was never sent.
    visitor.expectProblem(/^422: POST \/v1\/common\/reset-password\/verify/)
    for (const [n, { path }] of open.entries()) if (n % 2 === half - 1) await lookAt(visitor, path, async () => '1')
  })

journey('every screen of a new member, still empty', async (visitor) => {
  await memberWith(visitor.device)
  // Ids in these URLs do not exist.
  for (const { path, access } of others)
    if (access === 'member' && !path.includes(':id')) await lookAt(visitor, path, async () => '1')
})

journey('every screen of a member who has bought and subscribed', async (visitor) => {
  const member = await memberWith(visitor.device)
  await orderedBy(member, { sku: 133, quantity: 2 })
  await orderedBy(member, { sku: 118, subscription: true })
  const [ids] = await sql<{ address: number | null; subscription: number }>(
    `select (select max(a.id) from customer_address a where a.customer_id = c.id) as address,
       (select max(s.id) from subscription s where s.customer_id = c.id) as subscription
       from customer c where c.email = $1`,
    member.email,
  )
  const idOf = async (path: string) =>
    String(path.includes('subscriptions') ? ids!.subscription : path.includes('addresses') ? ids!.address : 6)
  // A card must first be saved at the card company to be edited: see the card journeys.
  for (const { path, access } of others)
    if (access === 'member' && path !== '/mypage/payments/:id/edit') await lookAt(visitor, path, idOf)
  expect(others.length).toBeGreaterThan(10)
})
