import { members } from '@kushi/db/seed/members'
import type { Hono } from 'hono'
import type { Deps } from '../deps.ts'
import { liveThrough } from '../jobs/live-through.ts'

/** What only the shop can tell the sandbox's page: its demo members and its clock. Absent in production. */
export function mountSandboxShop(app: Hono, deps: Deps): void {
  const clock = deps.sandboxClock
  if (!deps.config.sandbox_url || !clock) return
  const told = () => ({
    now: deps.base.clock.now().toISOString(),
    today: deps.base.clock.today(),
    offset_days: clock.offsetDays,
  })
  const accounts = members.map(({ shop_id, email, password, name01, name02, rank_name, account_type }) => ({
    shop: shop_id,
    email,
    password,
    note: [`${name01} ${name02}`, rank_name, account_type && '法人'].filter(Boolean).join(' · '),
  }))
  app.get('/sandbox/demo.json', (c) => c.json(accounts))
  app.get('/sandbox/clock', (c) => c.json(told()))
  app.put('/sandbox/clock', async (c) => {
    const { offset_days: days } = (await c.req.json().catch(() => ({}))) as { offset_days?: unknown }
    if (!Number.isInteger(days) || Math.abs(days as number) > 36_500)
      return c.json({ message: 'offset_days: whole days' }, 422)
    await liveThrough(deps, clock, days as number)
    return c.json(told())
  })
}
