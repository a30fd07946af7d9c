import { landing_page } from '@kushi/db/schema/landing-page'
import { form_part_day } from '@kushi/db/schema/report'
import { rate_limit } from '@kushi/db/schema/system'
import { testDatabase } from '@kushi/db/testing'
import { eq } from 'drizzle-orm'
import { afterAll, beforeEach, expect, test } from 'vitest'
import type { Input, MemberContext } from '../../context.ts'
import { addLandingPage } from '../../operation/configuration/admin/landing-pages.ts'
import { placeOrder } from '../../sales/checkout/place-order.ts'
import { testClock, testContext } from '../../testing/context.ts'
import { operatorContext } from '../../testing/operator.ts'
import { confirmedOrderInput, insertMembers, testOrderDraft } from '../../testing/order.ts'
import { showFormFigures } from './admin/form-figures.ts'
import { countFormVisit } from './count-form-visit.ts'

const database = await testDatabase()
const { db } = database
afterAll(database.close)
const clock = testClock('2026-11-21')
const ctx = testContext(db, { clock })
const desk = await operatorContext(db, 'manager', { clock })

let id = 0
beforeEach(async () => {
  await db.delete(form_part_day)
  await db.delete(rate_limit)
  await db.delete(landing_page)
  ;({ id } = await addLandingPage(desk, {
    ...{
      slug: 'oil',
      title: '椿油',
      visible: true,
      opens_at: null,
      closes_at: null,
      successor: '',
      adcd: '',
      thanks: '',
    },
    ...{ cart_type: 0, intervals: [], payment_method_ids: [], items: [{ product_sku_id: 101, quantity: 1 }] },
    blocks: [{ kind: 'form', title: 'お申し込み', text: '', visible: true }],
  } as never))
})

type Visit = Omit<Input<'POST /v1/landing-page/{slug}/form-visit'>, 'slug'>
const nothing: Visit = { is_confirmed: false, left_at: null, seconds: 0, form_parts: [] }
const part = (form_part: Visit['form_parts'][number]['form_part'], more = {}) => ({
  ...{ form_part, seconds: 10, is_entered: true, is_refused: false },
  ...more,
})
const visit = (more: Partial<Visit> = {}, slug = 'oil') => countFormVisit(ctx, { ...nothing, ...more, slug })
const figures = () => showFormFigures(desk, { id })

test('visits, what they entered, where an error stood and where they left, by part and without a value', async () => {
  await visit()
  await visit({ left_at: 'phone', seconds: 60, form_parts: [part('name'), part('phone', { is_refused: true })] })
  await visit({ is_confirmed: true, left_at: 'consent', seconds: 90, form_parts: [part('name', { seconds: 20 })] })
  await visit({ left_at: 'name', seconds: 5, form_parts: [part('name', { is_entered: false, seconds: 3 })] })
  expect(await figures()).toEqual({
    ...{ title: '椿油', days: 28, shown: 4, begun: 2, confirmed: 1, orders: 0 },
    form_parts: [
      { form_part: 'name', reached: 3, entered: 2, refused: 0, left_here: 1, seconds: 11 },
      { form_part: 'phone', reached: 1, entered: 1, refused: 1, left_here: 1, seconds: 10 },
    ],
  })
})

test('days outside of the period are left out; orders of the page are counted beside', async () => {
  await visit({ form_parts: [part('name')] })
  clock.move(28)
  expect(await figures()).toMatchObject({ shown: 0, form_parts: [] })
  await visit({ is_confirmed: true })
  const [customer_id] = await insertMembers(db, 1)
  const member = testContext(db, { customer_id: customer_id!, clock }) as MemberContext
  await placeOrder(member, await confirmedOrderInput(member, testOrderDraft({ landing_slug: 'oil' })))
  expect(await figures()).toMatchObject({ shown: 1, confirmed: 1, orders: 1 })
  clock.move(-28)
})

test('many at once add up; a page that is hidden, unknown or of another shop counts nothing, nor does who sends too many', async () => {
  const both = [part('name'), part('phone')]
  await Promise.all(
    Array.from({ length: 12 }, (_, n) =>
      countFormVisit(
        { ...ctx, ip: `192.0.2.${n}` },
        { ...nothing, slug: 'oil', form_parts: n % 2 ? both : both.toReversed() },
      ),
    ),
  )
  expect(await figures()).toMatchObject({ shown: 12, begun: 12, form_parts: [{ reached: 12 }, { reached: 12 }] })
  await visit({}, 'none')
  await countFormVisit({ ...ctx, shop_id: 1 }, { ...nothing, slug: 'oil' })
  await db.update(landing_page).set({ visible: false }).where(eq(landing_page.id, id))
  await visit()
  await db.update(landing_page).set({ visible: true }).where(eq(landing_page.id, id))
  for (let n = 0; n < 30; n++) await visit()
  expect((await figures()).shown).toBeLessThan(12 + 30)
  await expect(showFormFigures({ ...desk, shop_id: 1 }, { id })).rejects.toMatchObject({ status: 404 })
})
