import { CONTENT_NAME, type ContentName, LAYOUT_NAME } from '@kushi/contract/admin/content'
import type { Queryable } from '@kushi/db/connect'
import { delivery } from '@kushi/db/schema/delivery'
import { shop, shop_content } from '@kushi/db/schema/shop'
import { formatYen } from '@kushi/values/yen'
import { and, eq } from 'drizzle-orm'
import { sanitiseHtml } from '../../../../foundation/setting/index.ts'
import { refusedField } from '../../../../shop-error.ts'
import { noLockNeeded, type ScheduleTarget, subjectRowId } from './kind.ts'

interface Fees {
  flat_rate_delivery_fee: number
  island_surcharge: number
  /** Left out by plans from before クール代: it stays. */
  cool_fee?: number | undefined
}

const ofDelivery = (shop_id: number, subject_id: string) =>
  and(eq(delivery.shop_id, shop_id), eq(delivery.id, subjectRowId(subject_id)))

export const deliveryFeeScheduleTarget: ScheduleTarget<Fees, Fees> = {
  permission: 'setting.write',
  writes: ['delivery'],
  ...noLockNeeded,
  async read(db, shop_id, subject_id) {
    const [found] = await db.select().from(delivery).where(ofDelivery(shop_id, subject_id))
    if (!found) return null
    const { delivery_name, flat_rate_delivery_fee, island_surcharge, cool_fee } = found
    return { name: delivery_name, now: { flat_rate_delivery_fee, island_surcharge, cool_fee } }
  },
  unchanged_field: 'after.flat_rate_delivery_fee',
  async write(tx, shop_id, subject_id, { flat_rate_delivery_fee, island_surcharge, cool_fee }) {
    const fees = { flat_rate_delivery_fee, island_surcharge, cool_fee }
    await tx.update(delivery).set(fees).where(ofDelivery(shop_id, subject_id))
  },
  async restore(tx, shop_id, subject_id, before, after) {
    const found = await this.read(tx, shop_id, subject_id)
    if (!found) return
    const keep = <K extends keyof Fees>(name: K) => (found.now[name] === after[name] ? before[name] : found.now[name])
    const fees = {
      flat_rate_delivery_fee: keep('flat_rate_delivery_fee'),
      island_surcharge: keep('island_surcharge'),
      cool_fee: keep('cool_fee'),
    }
    await this.write(tx, shop_id, subject_id, fees)
  },
  describe: (before, after) => [
    ...changed('送料', before.flat_rate_delivery_fee, after.flat_rate_delivery_fee),
    ...changed('離島の追加料金', before.island_surcharge, after.island_surcharge),
    ...(after.cool_fee === undefined ? [] : changed('クール代', before.cool_fee ?? 0, after.cool_fee)),
  ],
}

interface FreeAmount {
  delivery_free_amount: number | null
}

export const freeAmountScheduleTarget: ScheduleTarget<FreeAmount, FreeAmount> = {
  permission: 'setting.write',
  writes: ['shop'],
  ...noLockNeeded,
  async read(db, shop_id) {
    const [found] = await db
      .select({ delivery_free_amount: shop.delivery_free_amount })
      .from(shop)
      .where(eq(shop.id, shop_id))
    return found ? { name: '送料無料の金額', now: found } : null
  },
  unchanged_field: 'after.delivery_free_amount',
  async write(tx, shop_id, _, { delivery_free_amount }) {
    await tx.update(shop).set({ delivery_free_amount }).where(eq(shop.id, shop_id))
  },
  async restore(tx, shop_id, subject_id, before, after) {
    const found = await this.read(tx, shop_id, subject_id)
    if (found?.now.delivery_free_amount === after.delivery_free_amount)
      await this.write(tx, shop_id, subject_id, before)
  },
  describe: (before, after) => changed('送料無料', before.delivery_free_amount, after.delivery_free_amount),
}

const sayYen = (yen: number | null) => (yen === null ? 'なし' : formatYen(yen))
const changed = (label: string, before: number | null, after: number | null): string[] =>
  before === after ? [] : [`${label}: ${sayYen(before)} → ${sayYen(after)}`]

interface Text {
  title: string
  html: string
}
/** null: the shop has no text of its own there. */
type WrittenText = { text: Text | null }

const keyOf = (subject_id: string) => {
  const [name = '', layout = ''] = subject_id.split('/')
  return { name: name as ContentName, layout_code: Number(layout) }
}
const ofContent = (shop_id: number, subject_id: string) => {
  const { name, layout_code } = keyOf(subject_id)
  return and(eq(shop_content.shop_id, shop_id), eq(shop_content.name, name), eq(shop_content.layout_code, layout_code))
}
const readText = async (db: Queryable, shop_id: number, subject_id: string): Promise<Text | null> => {
  const [row] = await db
    .select({ title: shop_content.title, html: shop_content.html })
    .from(shop_content)
    .where(ofContent(shop_id, subject_id))
  return row ?? null
}

export const contentScheduleTarget: ScheduleTarget<Text, WrittenText> = {
  permission: 'content.write',
  writes: ['shop_content'],
  ...noLockNeeded,
  async read(db, shop_id, subject_id) {
    const { name, layout_code } = keyOf(subject_id)
    if (!Object.hasOwn(CONTENT_NAME, name) || !Object.hasOwn(LAYOUT_NAME, layout_code)) return null
    const layout = layout_code === 0 ? '' : `(${LAYOUT_NAME[layout_code as keyof typeof LAYOUT_NAME]})`
    return { name: `${CONTENT_NAME[name]}${layout}`, now: { text: await readText(db, shop_id, subject_id) } }
  },
  /** As it will be served. */
  plan(_, { title, html }, { subject_id }) {
    if (keyOf(subject_id).name === 'terms-of-use')
      throw refusedField(
        'subject_id',
        'ご利用規約は版とともに変わるため、予約できません。「文章とページ」から変更してください。',
      )
    return { title, html: sanitiseHtml(html) }
  },
  async write(tx, shop_id, subject_id, { title, html }) {
    await tx
      .insert(shop_content)
      .values({ ...keyOf(subject_id), shop_id, title, html })
      .onConflictDoUpdate({
        target: [shop_content.shop_id, shop_content.name, shop_content.layout_code],
        set: { title, html },
      })
  },
  async restore(tx, shop_id, subject_id, before, after) {
    const now = await readText(tx, shop_id, subject_id)
    if (now?.html !== after.html || now.title !== after.title) return
    if (before.text) await this.write(tx, shop_id, subject_id, before.text)
    else await tx.delete(shop_content).where(ofContent(shop_id, subject_id))
  },
  describe: (_, after) => [`${plain(after.html)}`],
}

const MOST = 60
const plain = (html: string): string => {
  const text = html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}

/** 休業日: writes nothing. Delivery dates are calculated around it (`delivery/internal/load-delivery.ts`). */
export const holidayScheduleTarget: ScheduleTarget<{ note: string }, Record<string, never>> = {
  permission: 'setting.write',
  writes: [],
  ...noLockNeeded,
  read: async () => ({ name: '休業日', now: {} }),
  write: async () => undefined,
  restore: async () => undefined,
  describe: (_, after) => [after.note || '出荷をお休みします'],
}
