import { point_account } from '@kushi/db/schema/point'
import { shop } from '@kushi/db/schema/shop'
import { testDatabase } from '@kushi/db/testing'
import { addDays } from '@kushi/values/calendar-date'
import { POINT_NOTICE_DAYS } from '@kushi/values/points'
import { eq } from 'drizzle-orm'
import { afterAll, expect, test } from 'vitest'
import { adjustPoints, showPointTotals } from '../../catalogue/point/admin/points.ts'
import { getPoints } from '../../catalogue/point/member-points.ts'
import { grantExpireAndNotifyPoints } from '../../catalogue/point/run-points.ts'
import { loadShop } from '../../foundation/setting/index.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { insertMembers } from '../../testing/order.ts'
import { loadQueuedMails } from '../../testing/outbox.ts'
import { changePointSetting, getPointSetting } from './admin/shop-setting.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)

test('points are switched off only by words while members have some; then none is lost, and each is told before it would be', async () => {
  const clock = testClock()
  const [customer_id] = await insertMembers(db, 1)
  const desk = await operatorContext(db, 'manager', { clock })
  const member = testContext(db, { customer_id: customer_id!, clock })
  const points = () => getPoints(member, { page: 1, per_page: 20 })
  const change = async (point_flag: boolean, point_words?: string) => {
    const { return_days: _, defect_days: __, referral_promotions: ___, ...setting } = await getPointSetting(desk, {})
    return changePointSetting(desk, { ...setting, point_flag, ...(point_words && { point_words }) })
  }
  await db.update(shop).set({ point_flag: true }).where(eq(shop.id, 2))
  await change(false)
  await change(true)
  await adjustPoints(desk, { id: customer_id!, points: 300, reason: 'お詫び', balance: 0 })
  const { members, outstanding } = await showPointTotals(desk, {})

  const { shop_name } = await loadShop(desk)
  const refused = { fields: [{ path: 'point_words', message: expect.stringContaining(`お客様${members}人`) }] }
  await expect(change(false)).rejects.toMatchObject(refused)
  await expect(change(false, '別の店')).rejects.toMatchObject(refused)
  await change(false, shop_name)
  // Switched on again before the job ran, nobody is told anything.
  await change(true)
  await grantExpireAndNotifyPoints(member)
  const told = async () =>
    (await loadQueuedMails(db)).flatMap(({ subject, text }) => (/ポイント/.test(subject) ? [subject + text] : []))
  expect(await told()).toEqual([])
  await change(false, shop_name)
  await grantExpireAndNotifyPoints(member)
  await grantExpireAndNotifyPoints(member)
  expect(await told()).toEqual([expect.stringMatching(/お休みします.*300ポイントは残り/s)])

  const until = (await points()).points_until!
  clock.move(366 * 5)
  await grantExpireAndNotifyPoints(member)
  expect(await points()).toMatchObject({ is_used: false, balance: 300, points_until: until })
  expect(await showPointTotals(desk, {})).toMatchObject({ members, outstanding })

  await change(true)
  const kept = addDays(clock.today(), POINT_NOTICE_DAYS)
  expect(await points()).toMatchObject({ is_used: true, balance: 300, points_until: kept })
  await grantExpireAndNotifyPoints(member)
  await grantExpireAndNotifyPoints(member)
  expect((await told()).filter((mail) => /再開しました.*300ポイントの有効期限/s.test(mail))).toHaveLength(1)
  const [account] = await db.select().from(point_account).where(eq(point_account.customer_id, customer_id!))
  expect(account).toMatchObject({ balance: 300, noticed_for: kept })
})
