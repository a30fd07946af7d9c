import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { afterAll, expect, test } from 'vitest'
import { environment, newMember, sandboxOf, startServer } from '../testing/server.ts'
import { confirm, monthly } from '../testing/shopper.ts'
import { advanceSandboxDays } from './advance-days.ts'

const sandbox = await sandboxOf()
const database = await testDatabase()
const server = await startServer(environment(database.url, sandbox))
afterAll(async () => {
  await server.stop()
  await sandbox.stop()
  await database.close()
})
const { call, deps } = server

test('a month that passes in the sandbox has points and the error of its forecast, as a month of jobs has', async () => {
  await database.pool.query('update shop set point_flag = true, point_rate = 10, point_days = 3 where id = 2')
  const member = await newMember(call)
  const terms = { is_subscription: true, delivery_pattern: monthly, payment_method_id: null } as const
  const { status, meta } = await call('POST /v1/order/public/new', {
    body: await confirm(call, member, null, terms),
    token: member.token,
  })
  if (status !== 200) throw new Error(JSON.stringify(meta))
  const { sandboxClock } = deps
  const begun = deps.clock.today()
  await advanceSandboxDays(deps, sandboxClock!, sandboxClock!.offsetDays + 45)
  const { rows: granted } = await database.pool.query(`select points from point_entry where point_kind = 'grant'`)
  expect(granted.length).toBeGreaterThan(0)
  const { rows: forecasts } = await database.pool.query<{ days: number }>(
    'select count(distinct day)::int as days from forecast_day where shop_id = 2 and day between $1 and $2',
    [addDays(begun, 15), addDays(begun, 45)],
  )
  expect(forecasts[0]!.days).toBeGreaterThan(0)
})
