import { demoMembers } from '@kushi/db/seed/demo/members'
import { loadShop } from '@kushi/shop/foundation/setting/shop'
import { setLineRequirement } from '@kushi/shop/people/line/set-requirement'
import { LINE_REQUIREMENT, type LineRequirement, lineRequirement } from '@kushi/values/line'
import type { Hono } from 'hono'
import { writeSession } from '../../admin/session-cookie.ts'
import { demoOperators, signInAsDemo } from '../../demo/demo-operators.ts'
import type { Deps } from '../../deps/deps.ts'
import { advanceSandboxDays } from '../../jobs/advance-days.ts'

/**
 * Data for the sandbox's page that only the shop has: its demo members, its clock and its use of LINE. Absent in
 * production.
 */
export function mountSandboxShop(app: Hono, deps: Deps): void {
  const clock = deps.sandboxClock
  if (!deps.config.sandbox_url || !clock) return
  const clockState = () => ({
    now: deps.clock.now().toISOString(),
    today: deps.clock.today(),
    offset_days: clock.offsetDays,
  })
  const accounts = demoMembers.map(
    ({ shop_id, email, password, name01, name02, rank_name, account_type, line_id }) => ({
      shop: shop_id,
      email,
      password,
      note: [`${name01} ${name02}`, rank_name, account_type && '法人', line_id && 'LINE連携済み']
        .filter(Boolean)
        .join(' · '),
    }),
  )
  app.get('/sandbox/demo.json', (c) => c.json(deps.is_demo ? accounts : []))
  app.get('/sandbox/operators.json', (c) => c.json(deps.is_demo ? demoOperators : []))
  // A form post: signs in as the demo operator with that role.
  app.post('/sandbox/operators/:role', async (c) => {
    const token = deps.is_demo ? await signInAsDemo(deps, c.req.param('role')) : null
    if (token === null) return c.notFound()
    writeSession(c, deps, token)
    return c.redirect('/admin/', 303)
  })
  const levels = { db: deps.database.db, shop_id: deps.config.default_shop_id }
  app.get('/sandbox/line-level', async (c) => c.json({ level: lineRequirement(await loadShop(levels)) }))
  app.put('/sandbox/line-level', async (c) => {
    const { level } = (await c.req.json().catch(() => ({}))) as { level?: unknown }
    const requirements = Object.keys(LINE_REQUIREMENT) as LineRequirement[]
    const known = requirements.find((one) => one === level)
    if (!known) return c.json({ message: `level: ${requirements.join(', ')}` }, 422)
    await setLineRequirement(levels, known)
    return c.json({ level: known })
  })
  app.get('/sandbox/clock', (c) => c.json(clockState()))
  app.put('/sandbox/clock', async (c) => {
    const { offset_days: days } = (await c.req.json().catch(() => ({}))) as { offset_days?: unknown }
    if (!Number.isInteger(days) || Math.abs(days as number) > 36_500)
      return c.json({ message: 'offset_days: whole days' }, 422)
    await advanceSandboxDays(deps, clock, days as number)
    return c.json(clockState())
  })
}
