import type { VoiceInput } from '@kushi/contract/admin/voice'
import { personalFields } from '@kushi/contract/personal'
import type { Queryable, Tx } from '@kushi/db/connect'
import { product } from '@kushi/db/schema/product'
import { voice } from '@kushi/db/schema/voice'
import type { VoiceOrigin } from '@kushi/values/voice'
import { and, asc, eq, getTableColumns, inArray, max, sql } from 'drizzle-orm'
import { lockCatalogue } from '../../../catalogue/product/index.ts'
import type { AdminHandler, OperatorContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { invalidFields, notFound, ShopError } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { customerVoiceFailures } from '../rules/check-voice.ts'

const MOST = 200
const own = (shopId: number, id: number) => and(eq(voice.shop_id, shopId), eq(voice.id, id))

const { shop_id: _, sort_no: __, ...columns } = getTableColumns(voice)

export const listAdminVoices: AdminHandler<'GET /admin/v1/voices'> = async ({ db, shop_id }) => ({
  items: await db
    .select({ ...columns, product_name: product.product_name })
    .from(voice)
    .leftJoin(product, and(eq(product.shop_id, voice.shop_id), eq(product.id, voice.product_id)))
    .where(eq(voice.shop_id, shop_id))
    .orderBy(asc(voice.sort_no), asc(voice.id)),
})

const load = async (db: Queryable, shop_id: number, id: number) => {
  const [row] = await db.select(columns).from(voice).where(own(shop_id, id))
  if (!row) throw notFound()
  return row
}

export const getAdminVoice: AdminHandler<'GET /admin/v1/voices/{id}'> = async ({ db, shop_id }, { id }) =>
  withSettingVersion(await load(db, shop_id, id))

/** The audit log can't be erased, but a person may withdraw their words: it records that they changed. */
const about = (id: number) => ({
  subject: 'voice',
  subject_id: String(id),
  subject_name: `声${id}`,
  shape: personalFields({ text: 'text', named_as: 'text', consent_note: 'text' }),
})

/** Adds a voice at the end. @throws ShopError 422 with the invalid fields, 409 ERROR_TOO_MANY */
export const addCustomerVoice: AdminHandler<'POST /admin/v1/voices'> = (ctx, input) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    const ofShop = eq(voice.shop_id, shop_id)
    await lockCatalogue(tx, shop_id)
    if ((await tx.$count(voice, ofShop)) >= MOST)
      throw new ShopError(409, 'ERROR_TOO_MANY', `お客様の声は${MOST}件までです。`)
    await refuseFaults(tx, ctx, input, null)
    const [last] = await tx
      .select({ n: max(voice.sort_no) })
      .from(voice)
      .where(ofShop)
    const [row] = await tx
      .insert(voice)
      .values({ ...input, shop_id, sort_no: (last?.n ?? 0) + 1 })
      .returning({ id: voice.id })
    await recordAudit(tx, ctx, { ...about(row!.id), after: input })
    return { id: row!.id }
  })

/** @throws ShopError 409 when someone else changed it meanwhile, 422 as for a new one */
export const changeCustomerVoice: AdminHandler<'PUT /admin/v1/voices/{id}'> = (ctx, { id, version, ...input }) =>
  changeSetting(ctx, {
    ...about(id),
    version,
    load: (db) => load(db, ctx.shop_id, id),
    write: async (tx, before) => {
      await refuseFaults(tx, ctx, input, before.origin)
      await tx.update(voice).set(input).where(own(ctx.shop_id, id))
    },
  })

/** Takes the place of another voice; those between move by one. @throws ShopError 404 */
export const reorderCustomerVoice: AdminHandler<'POST /admin/v1/voices/{id}/move'> = (ctx, { id, onto }) =>
  ctx.db.transaction(async (tx) => {
    const { shop_id } = ctx
    await lockCatalogue(tx, shop_id)
    const rows = await tx
      .select({ id: voice.id, sort_no: voice.sort_no })
      .from(voice)
      .where(eq(voice.shop_id, shop_id))
      .orderBy(asc(voice.sort_no), asc(voice.id))
    const ids = rows.map((row) => row.id)
    const [from, to] = [ids.indexOf(id), ids.indexOf(onto)]
    if (from < 0 || to < 0) throw notFound()
    const placed = ids.toSpliced(from, 1).toSpliced(to, 0, id)
    const moved = placed.filter((one, n) => rows[n]!.id !== one || rows[n]!.sort_no !== n + 1)
    if (moved.length > 0)
      await tx
        .update(voice)
        .set({ sort_no: sql`array_position(array[${sql.join(placed, sql`, `)}]::bigint[], ${voice.id})` })
        .where(and(eq(voice.shop_id, shop_id), inArray(voice.id, moved)))
    await recordAudit(tx, ctx, { ...about(id), before: { sort_no: from + 1 }, after: { sort_no: to + 1 } })
    return {}
  })

/** The person may withdraw their words at any time: nothing of them stays, neither here nor in the audit log. */
export const deleteCustomerVoice: AdminHandler<'DELETE /admin/v1/voices/{id}'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const before = await load(tx, ctx.shop_id, id)
    await tx.delete(voice).where(own(ctx.shop_id, id))
    await recordAudit(tx, ctx, { ...about(id), before })
    return {}
  })

async function refuseFaults(
  tx: Tx,
  { shop_id, clock }: OperatorContext,
  input: VoiceInput,
  was: VoiceOrigin | null,
): Promise<void> {
  const faults = customerVoiceFailures(input, was, clock.today())
  const { product_id } = input
  const isKnown =
    product_id === null || (await tx.$count(product, and(eq(product.shop_id, shop_id), eq(product.id, product_id)))) > 0
  const unknown = { path: 'product_id', message_id: 'cmn-err-003', message: '商品を選び直してください。' }
  if (!isKnown) faults.push(unknown)
  if (faults.length > 0) throw invalidFields(faults)
}
