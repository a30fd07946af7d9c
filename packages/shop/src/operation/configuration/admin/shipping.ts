import type { Queryable, Tx } from '@kushi/db/connect'
import { shipping_insert, shipping_setting, shop_carrier } from '@kushi/db/schema/fulfilment'
import { CARRIERS, type Carrier } from '@kushi/values/carrier'
import { prefecturesOfPostcode } from '@kushi/values/postcode-prefecture'
import { prefectures } from '@kushi/values/prefecture'
import { and, asc, eq, inArray } from 'drizzle-orm'
import type { AdminHandler, AdminInput } from '../../../foundation/admin/index.ts'
import { DEFAULT_DELIVERY_TERM_DAYS, printedWidth, unprintableCharacters } from '../../../sales/fulfilment/index.ts'
import { invalidFields } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'

const empty = {
  sender_name: '',
  postal_code: '',
  address1: '',
  address2: '',
  phone_number: '',
  item_name: '',
  pickup_time: null as string | null,
}
const noAccount = { customer_code: '', classification_code: '', freight_no: '' }

async function load(db: Queryable, shop_id: number) {
  const [row] = await db.select().from(shipping_setting).where(eq(shipping_setting.shop_id, shop_id))
  const rows = await db.select().from(shop_carrier).where(eq(shop_carrier.shop_id, shop_id))
  const { shop_id: _, ...setting } = row ?? { shop_id, ...empty }
  const accountOf = (carrier: Carrier) => {
    const { customer_code, classification_code, freight_no } = rows.find((one) => one.carrier === carrier) ?? noAccount
    return [carrier, { customer_code, classification_code, freight_no }] as const
  }
  return { ...setting, accounts: Object.fromEntries(CARRIERS.map(accountOf)) as Record<Carrier, typeof noAccount> }
}

export const getShippingSetting: AdminHandler<'GET /admin/v1/setting/shipping'> = async ({ db, shop_id }) =>
  withSettingVersion(await load(db, shop_id))

/** @throws ShopError 422 for what a label can't print, 409 */
export const changeShippingSetting: AdminHandler<'PUT /admin/v1/setting/shipping'> = (
  ctx,
  { version, accounts, ...typed },
) => {
  const setting = { ...typed, pickup_time: typed.pickup_time || null }
  refuseUnprintable(setting)
  return changeSetting(ctx, {
    subject: 'shipping_setting',
    subject_id: ctx.shop_id,
    subject_name: '出荷',
    version,
    load: (db) => load(db, ctx.shop_id),
    write: async (tx) => {
      const { shop_id } = ctx
      await tx
        .insert(shipping_setting)
        .values({ ...setting, shop_id })
        .onConflictDoUpdate({ target: shipping_setting.shop_id, set: setting })
      for (const carrier of CARRIERS)
        await tx
          .insert(shop_carrier)
          .values({ shop_id, carrier, received_after_days: DEFAULT_DELIVERY_TERM_DAYS, ...accounts[carrier] })
          .onConflictDoUpdate({ target: [shop_carrier.shop_id, shop_carrier.carrier], set: accounts[carrier] })
    },
  })
}

/** Every carrier can print 16 full-width characters a line, common ones only. */
function refuseUnprintable(setting: typeof empty): void {
  const beside: { path: string; message: string }[] = []
  for (const path of ['sender_name', 'address1', 'address2', 'item_name'] as const) {
    const signs = unprintableCharacters(setting[path])
    if (signs.length > 0) beside.push({ path, message: `「${signs.join('」「')}」は、送り状に印字できません。` })
    else if (printedWidth(setting[path]) > 32) beside.push({ path, message: '全角16文字以内で入力してください。' })
  }
  const pref = prefectures.find((name) => setting.address1.startsWith(name))
  if (!pref) beside.push({ path: 'address1', message: '都道府県から入力してください。' })
  else if (!prefecturesOfPostcode(setting.postal_code).some((id) => prefectures[id - 1] === pref))
    beside.push({ path: 'postal_code', message: `この郵便番号は、${pref}のものではありません。` })
  if (beside.length > 0) throw invalidFields(beside.map((one) => ({ ...one, message_id: 'cmn-err-003' })))
}

const loadInserts = async (db: Queryable, shop_id: number) => ({
  inserts: (
    await db
      .select()
      .from(shipping_insert)
      .where(eq(shipping_insert.shop_id, shop_id))
      .orderBy(asc(shipping_insert.sort_no), asc(shipping_insert.id))
  ).map(({ shop_id: _, sort_no: _place, ...insert }) => insert),
})

export const getPackingInserts: AdminHandler<'GET /admin/v1/setting/inserts'> = async ({ db, shop_id }) =>
  withSettingVersion(await loadInserts(db, shop_id))

export const changePackingInserts: AdminHandler<'PUT /admin/v1/setting/inserts'> = (ctx, { version, inserts }) =>
  changeSetting(ctx, {
    subject: 'shipping_insert',
    subject_id: ctx.shop_id,
    subject_name: '同梱物',
    version,
    load: (db) => loadInserts(db, ctx.shop_id),
    write: (tx) => writeInserts(tx, ctx.shop_id, inserts),
  })

type Insert = AdminInput<'PUT /admin/v1/setting/inserts'>['inserts'][number]

async function writeInserts(tx: Tx, shop_id: number, inserts: readonly Insert[]): Promise<void> {
  const own = eq(shipping_insert.shop_id, shop_id)
  const there = await tx.select({ id: shipping_insert.id }).from(shipping_insert).where(own)
  const gone = there.map(({ id }) => id).filter((id) => !inserts.some((one) => one.id === id))
  if (gone.length > 0) await tx.delete(shipping_insert).where(and(own, inArray(shipping_insert.id, gone)))
  for (const [n, { id, ...columns }] of inserts.entries()) {
    const values = { ...columns, sort_no: n + 1 }
    if (id === null) await tx.insert(shipping_insert).values({ ...values, shop_id })
    else
      await tx
        .update(shipping_insert)
        .set(values)
        .where(and(own, eq(shipping_insert.id, id)))
  }
}
