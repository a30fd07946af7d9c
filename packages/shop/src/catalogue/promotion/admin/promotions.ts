import { PromotionInput } from '@kushi/contract/admin/promotion'
import type { Queryable, Tx } from '@kushi/db/connect'
import { audit_event } from '@kushi/db/schema/operator'
import { product, product_sku } from '@kushi/db/schema/product'
import { promotion, promotion_code, promotion_member, promotion_use } from '@kushi/db/schema/promotion'
import { sameRowCondition } from '@kushi/db/shop-scope'
import { itemName } from '@kushi/values/product'
import { canBeReferralPromotion, LINK_CODE_PREFIX, triggerHasCodes } from '@kushi/values/promotion'
import { giftOfPromotion, giftSkuIds } from '@kushi/values/promotion/kinds'
import { promotionSentence } from '@kushi/values/promotion-sentence'
import { formatYen } from '@kushi/values/yen'
import { and, asc, desc, eq, gt, inArray, isNull, like, notLike, or, sql } from 'drizzle-orm'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { recordAudit } from '../../../foundation/audit/index.ts'
import { parseOrRefuse } from '../../../foundation/csv/index.ts'
import { invalidFields, notFound, refusedField, ShopError } from '../../../shop-error.ts'
import { findProvenPrices } from '../../price-history/index.ts'
import { maxGiftValue } from '../rules/apply-promotions.ts'
import { isUsedUp } from '../rules/offer.ts'

type PromotionRow = typeof promotion.$inferSelect

const MOST = 500
/** The subject of audit entries about a promotion. */
export const promotionAuditSubject = ({ id, promotion_name }: Pick<PromotionRow, 'id' | 'promotion_name'>) => ({
  subject: 'promotion',
  subject_id: id,
  subject_name: promotion_name,
})

/** 特典・クーポンの一覧, the newest first. */
export const listPromotions: AdminHandler<'GET /admin/v1/promotions'> = async (ctx) => {
  const rows = await ctx.db
    .select()
    .from(promotion)
    .where(eq(promotion.shop_id, ctx.shop_id))
    .orderBy(desc(promotion.starts_at), desc(promotion.id))
    .limit(MOST)
  const names = await loadPromotionGoods(ctx, rows)
  const counted = await ctx.db
    .select({ promotion_id: promotion_code.promotion_id, count: sql<number>`count(*)`.mapWith(Number) })
    .from(promotion_code)
    .where(eq(promotion_code.shop_id, ctx.shop_id))
    .groupBy(promotion_code.promotion_id)
  const codes = new Map(counted.map(({ promotion_id, count }) => [promotion_id, count]))
  return {
    items: rows.map((row) => ({
      ...shown(ctx, row, names),
      used: row.used,
      spent_yen: row.spent_yen,
      code_count: codes.get(row.id) ?? 0,
    })),
  }
}

/** その日のショップ: lists the promotions that run at the time of the context. */
export const listRunningPromotions = async (ctx: OperatorContext) =>
  (await listPromotions(ctx, {})).items.filter(({ is_running }) => is_running)

/** Shows one promotion. @throws ShopError 404 */
export const showPromotion: AdminHandler<'GET /admin/v1/promotions/{id}'> = (ctx, { id }) => detail(ctx, ctx.db, id)

/** Creates a promotion as a draft. Nobody gets it before it is started. @throws ShopError 422, 409 ERROR_TOO_MANY */
export const createPromotion: AdminHandler<'POST /admin/v1/promotions'> = async (ctx, input) => {
  await checkPromotionInput(ctx, input)
  if ((await ctx.db.$count(promotion, eq(promotion.shop_id, ctx.shop_id))) >= MOST)
    throw new ShopError(409, 'ERROR_TOO_MANY', `特典・クーポンは${MOST}件までです。`)
  return ctx.db.transaction(async (tx) => {
    const now = ctx.clock.now()
    const [row] = await tx
      .insert(promotion)
      .values({ ...columnsOf(input), shop_id: ctx.shop_id, status: 'draft', created_at: now, updated_at: now })
      .returning()
    await recordAudit(tx, ctx, { ...promotionAuditSubject(row!), after: input })
    return { id: row!.id }
  })
}

/**
 * Changes a promotion for later buyers. Orders and contracts keep their promised terms.
 * @throws ShopError 404, 422, 409 when somebody else changed it meanwhile
 */
export const changePromotion: AdminHandler<'PUT /admin/v1/promotions/{id}'> = async (
  ctx,
  { id, version, ...input },
) => {
  await checkPromotionInput(ctx, input)
  return ctx.db.transaction(async (tx) => {
    const before = await loadLockedPromotion(tx, ctx, id)
    if (before.version !== version)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        'ほかの人がこの特典を変えました。画面を読み込み直して、もう一度お試しください。',
      )
    const after = columnsOf(input)
    const counters = await recountedUseCounters(tx, before, after)
    // A running promotion that is saved must be publishable.
    await write(tx, ctx, before, { ...after, ...counters, fault_override: null })
    await recordAudit(tx, ctx, {
      ...promotionAuditSubject(before),
      before: promotionInputFromRow(before),
      after: input,
    })
    return detail(ctx, tx, id)
  })
}

/** Publishes a promotion. @throws ShopError 404, 409 if it is not ready, 422 if today's prices do not allow it */
export const startPromotion: AdminHandler<'POST /admin/v1/promotions/{id}/start'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => {
    const before = await loadLockedPromotion(tx, ctx, id)
    await requirePromotionStartable(tx, before)
    await requirePublishablePromotion({ ...ctx, db: tx }, before)
    return setStatus(tx, ctx, before, 'active')
  })

/**
 * Checks that a promotion can be started.
 * @throws ShopError 409 for one by code or link that has none, unless members' links can carry it; for a 会員リスト without
 * members
 */
export async function requirePromotionStartable(
  db: Queryable,
  row: Pick<PromotionRow, 'shop_id' | 'id' | 'trigger' | 'member_scope' | 'audience' | 'from_cycle'>,
): Promise<void> {
  const { shop_id, id, trigger, member_scope } = row
  const ofIt = and(eq(promotion_code.shop_id, shop_id), eq(promotion_code.promotion_id, id))
  const isLink = trigger === 'link'
  const fits = (isLink ? like : notLike)(promotion_code.code, `${LINK_CODE_PREFIX}%`)
  if (
    triggerHasCodes(trigger) &&
    !canBeReferralPromotion(row) &&
    (await db.$count(promotion_code, and(ofIt, fits))) === 0
  ) {
    const what = isLink ? '専用のリンク' : 'クーポンコード'
    throw new ShopError(409, 'ERROR_PROMOTION_WITHOUT_CODE', `${what}がありません。先に加えてください。`)
  }
  if (
    member_scope === 'listed' &&
    (await db.$count(promotion_member, promotionMemberListCondition({ shop_id }, id))) === 0
  )
    throw new ShopError(
      409,
      'ERROR_PROMOTION_WITHOUT_MEMBERS',
      '会員リストに、まだ会員がいません。先に会員を加えてください。',
    )
}

/** Stops a promotion. It waits for orders in progress: after its answer nobody gets the promotion any more. */
export const stopPromotion: AdminHandler<'POST /admin/v1/promotions/{id}/stop'> = (ctx, { id }) =>
  ctx.db.transaction(async (tx) => setStatus(tx, ctx, await loadLockedPromotion(tx, ctx, id), 'stopped'))

/**
 * Lets a promotion run although it could not be published today, or publishes it again if the midnight job stopped it.
 * The permission is for the fault that the operator saw, and ends when the promotion is changed or stopped.
 * @throws ShopError 404, 409 when the fault is another one by now, or none
 */
export const overridePromotionFault: AdminHandler<'POST /admin/v1/promotions/{id}/run-on'> = (
  ctx,
  { id, publishing_fault, decision_reason },
) =>
  ctx.db.transaction(async (tx) => {
    const before = await loadLockedPromotion(tx, ctx, id)
    if ((await faultToDecide({ ...ctx, db: tx }, before)) !== publishing_fault)
      throw new ShopError(
        409,
        'ERROR_CHANGED_MEANWHILE',
        'この特典の内容か価格が変わりました。画面を読み込み直して、もう一度ご確認ください。',
      )
    await requirePromotionStartable(tx, before)
    const fault_override = { fault: publishing_fault, decision_reason, operator_name: ctx.operator.name }
    await write(tx, ctx, before, { status: 'active', fault_override })
    const after = { status: 'active', publishing_fault, decision_reason }
    await recordAudit(tx, ctx, { ...promotionAuditSubject(before), before: { status: before.status }, after })
    return detail(ctx, tx, id)
  })

async function setStatus(tx: Tx, ctx: OperatorQueryContext, before: PromotionRow, status: PromotionRow['status']) {
  await write(tx, ctx, before, { status, fault_override: null })
  await recordAudit(tx, ctx, { ...promotionAuditSubject(before), before: { status: before.status }, after: { status } })
  return detail(ctx, tx, before.id)
}

const write = (tx: Tx, ctx: OperatorQueryContext, { id, version }: PromotionRow, set: Partial<PromotionRow>) =>
  tx
    .update(promotion)
    .set({ ...set, version: version + 1, updated_at: ctx.clock.now() })
    .where(sameRowCondition(promotion, { shop_id: ctx.shop_id, id }))

/**
 * Locks a promotion and returns it. Waits for orders that are using it, and makes new ones wait.
 * @throws ShopError 404
 */
export async function loadLockedPromotion(tx: Tx, ctx: OperatorQueryContext, id: number): Promise<PromotionRow> {
  const [row] = await tx
    .select()
    .from(promotion)
    .where(sameRowCondition(promotion, { shop_id: ctx.shop_id, id }))
    .for('update')
  if (!row) throw notFound()
  return row
}

/** SQL condition: 会員リスト of a promotion. */
export const promotionMemberListCondition = ({ shop_id }: Pick<OperatorContext, 'shop_id'>, id: number) =>
  and(eq(promotion_member.shop_id, shop_id), eq(promotion_member.promotion_id, id))

type PromotionLimits = Pick<PromotionRow, 'max_uses' | 'budget_yen'>

const columnsOf = ({ starts_at, ends_at, ...input }: PromotionInput) => ({
  ...input,
  starts_at: new Date(starts_at),
  ends_at: ends_at === null ? null : new Date(ends_at),
})

/** The fields of a promotion as an operator enters them. */
export const promotionInputFromRow = ({ starts_at, ends_at, ...row }: PromotionRow): PromotionInput => ({
  promotion_name: row.promotion_name,
  trigger: row.trigger,
  member_scope: row.member_scope,
  audience: row.audience,
  again_after_months: row.again_after_months,
  starts_at: starts_at.toISOString(),
  ends_at: ends_at?.toISOString() ?? null,
  effect: row.effect,
  product_ids: row.product_ids,
  cart_type: row.cart_type,
  min_amount: row.min_amount,
  from_cycle: row.from_cycle,
  to_cycle: row.to_cycle,
  stack_group: row.stack_group,
  max_uses: row.max_uses,
  budget_yen: row.budget_yen,
})

/**
 * Counts the uses of a promotion that gets its first limit, because counters are kept only while there is a limit.
 * Otherwise nothing changes.
 */
export async function recountedUseCounters(
  tx: Tx,
  before: PromotionRow,
  after: PromotionLimits,
): Promise<Partial<PromotionRow>> {
  const isLimited = (row: PromotionLimits) => row.max_uses !== null || row.budget_yen !== null
  if (isLimited(before) || !isLimited(after)) return {}
  const [counted] = await tx
    .select({
      used: sql<number>`count(*)`.mapWith(Number),
      spent_yen: sql<number>`coalesce(sum(${promotion_use.yen}), 0)`.mapWith(Number),
    })
    .from(promotion_use)
    .where(and(usesOf(before), eq(promotion_use.is_counted, true)))
  return counted!
}

const usesOf = ({ shop_id, id }: PromotionRow) =>
  and(eq(promotion_use.shop_id, shop_id), eq(promotion_use.promotion_id, id), isNull(promotion_use.released_at))

/**
 * Checks that a saved promotion could be published today. Prices, or its end, may have changed since it was saved.
 * @throws ShopError 422
 */
export const requirePublishablePromotion = (ctx: FaultContext, row: PromotionRow) =>
  checkPromotionInput(ctx, parseOrRefuse(PromotionInput, promotionInputFromRow(row)))

/**
 * Promotions that are 公開 and not over, and that could not be published today: a price, a gift or an end that allowed them has
 * changed since.
 */
export async function findUnpublishablePromotions(ctx: FaultContext): Promise<UnpublishablePromotion[]> {
  const { shop_id, db, clock } = ctx
  const isLive = or(isNull(promotion.ends_at), gt(promotion.ends_at, clock.now()))
  const rows = await db
    .select()
    .from(promotion)
    .where(and(eq(promotion.shop_id, shop_id), eq(promotion.status, 'active'), isLive))
    .orderBy(asc(promotion.id))
  const found: UnpublishablePromotion[] = []
  for (const row of rows) {
    const why = await findPromotionFault(ctx, row)
    if (why !== null) found.push({ row, why })
  }
  return found
}

/** A promotion that could not be published today, and the message that says why. */
export interface UnpublishablePromotion {
  row: PromotionRow
  why: string
}

/** An operator decided that it runs on in spite of this very fault. */
export const isFaultOverridden = ({ row, why }: UnpublishablePromotion): boolean => row.fault_override?.fault === why

/** Why a promotion could not be published today; null: it could be. */
export async function findPromotionFault(ctx: FaultContext, row: PromotionRow): Promise<string | null> {
  try {
    await requirePublishablePromotion(ctx, row)
    return null
  } catch (error) {
    if (!(error instanceof ShopError)) throw error
    return error.fields?.[0]?.message ?? error.message
  }
}

/** The fault that an operator may decide about: of a promotion that is public and not over, or that midnight stopped. */
async function faultToDecide(ctx: FaultContext, row: PromotionRow): Promise<string | null> {
  const isOver = row.ends_at !== null && row.ends_at <= ctx.clock.now()
  const isPublic =
    row.status === 'active' ||
    (row.status === 'stopped' && (await findStoppedPromotions(ctx)).some((one) => one.row.id === row.id))
  return isPublic && !isOver ? findPromotionFault(ctx, row) : null
}

/** The action in 操作履歴 of a promotion that was stopped at midnight, because it could not be published any more. */
export const PROMOTION_CHECK_JOB_ACTION = 'job promotion-check'
const STOPPED_SHOWN_DAYS = 7

/** Promotions that were stopped at midnight in the last days, and that nobody has changed since. */
export async function findStoppedPromotions({ db, shop_id, clock }: FaultContext): Promise<UnpublishablePromotion[]> {
  const since = new Date(clock.now().getTime() - STOPPED_SHOWN_DAYS * 86_400_000)
  const rows = await db
    .select({ row: promotion, why: sql<string>`${audit_event.after} ->> 'stopped_because'` })
    .from(promotion)
    .innerJoin(
      audit_event,
      and(
        eq(audit_event.shop_id, promotion.shop_id),
        eq(audit_event.subject, 'promotion'),
        eq(audit_event.subject_id, sql`${promotion.id}::text`),
        eq(audit_event.created_at, promotion.updated_at),
      ),
    )
    .where(
      and(
        eq(promotion.shop_id, shop_id),
        eq(promotion.status, 'stopped'),
        gt(promotion.updated_at, since),
        eq(audit_event.action, PROMOTION_CHECK_JOB_ACTION),
      ),
    )
    .orderBy(desc(promotion.updated_at), asc(promotion.id))
  return rows
}

type FaultContext = Pick<OperatorQueryContext, 'db' | 'shop_id' | 'clock' | 'cache'>

/** The compared price must really have been charged (景品表示法: 二重価格表示). */
const comparing =
  /[0-9]\s*(?:%|パーセント|percent)|(?:[0-9]|[一二三四五六七八九])\s*割\s*(?:引|オフ|off|安|お得|おトク|お値)|半額|半値|ハーフ\s*(?:プライス|価格|オフ)|half\s*(?:price|off)|(?:円|¥\s*[0-9,]+)\s*(?:も|分)?\s*(?:お得|おトク|お買い?得|安く|安い)|最安|最も安|一番安|値下げ|プライスダウン|通常価格|通常の価格|定価/i

/**
 * Checks the goods, the gift and the name of a promotion.
 * @throws ShopError 422 for goods that there are not, or what the law forbids
 */
export async function checkPromotionInput(ctx: FaultContext, input: PromotionInput): Promise<void> {
  const { promotion_name, product_ids } = input
  const names = await loadPromotionGoods(ctx, [input])
  const unknown = product_ids.filter((id) => !names.goods.has(id))
  if (unknown.length > 0)
    throw invalidFields([{ path: 'product_ids', message_id: 'cmn-err-003', message: '商品を選び直してください。' }])
  await refuseGift(ctx, input)
  if (!comparing.test(promotion_name.normalize('NFKC'))) return
  const skus = await ctx.db
    .select({ id: product_sku.id, price: product_sku.price, product_name: product.product_name })
    .from(product_sku)
    .innerJoin(product, and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id)))
    .where(
      and(
        eq(product.shop_id, ctx.shop_id),
        eq(product.visible, true),
        eq(product_sku.visible, true),
        product_ids.length > 0 ? inArray(product.id, product_ids) : undefined,
      ),
    )
    .orderBy(asc(product.sort_no), asc(product_sku.sort_no))
  const proven = await findProvenPrices(ctx, skus)
  const [first] = skus.filter(({ id }) => !proven.has(id))
  if (first)
    throw refusedField(
      'promotion_name',
      `「%引き」「半額」などの名前は、いまの価格と比べる表示です。「${first.product_name}」はいまの価格での販売期間が足りません(直近8週間の半分より長く、2週間以上)。比べない名前にするか、商品を外してください。`,
    )
}

/** @throws ShopError 422 for a gift that the shop does not have, or that is worth more than the law allows */
async function refuseGift(ctx: FaultContext, input: PromotionInput): Promise<void> {
  const { product_ids, min_amount } = input
  const given = giftOfPromotion(input)
  if (!given) return
  const refuse = (message: string) => refusedField('effect.product_sku_id', message)
  const { shop_id, db } = ctx
  const [gift] = await db
    .select({ price: product_sku.price, parts: product_sku.parts })
    .from(product_sku)
    .where(and(eq(product_sku.shop_id, shop_id), eq(product_sku.id, given.product_sku_id)))
  if (!gift) throw refuse('プレゼントの商品を選び直してください。')
  if (gift.parts.length > 0) throw refuse('セットは、プレゼントにできません。中の商品をお選びください。')
  const [cheapest] = await db
    .select({ price: sql<number>`least(price, subscription_first_price, subscription_price)`.mapWith(Number) })
    .from(product_sku)
    .innerJoin(product, and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id)))
    .where(
      and(
        eq(product.shop_id, shop_id),
        eq(product.visible, true),
        eq(product_sku.visible, true),
        product_ids.length > 0 ? inArray(product.id, product_ids) : undefined,
      ),
    )
    .orderBy(sql`1`)
    .limit(1)
  const bought = Math.max(min_amount, cheapest?.price ?? 0)
  const worth = gift.price * given.pieces
  if (worth > maxGiftValue(bought))
    throw refuse(
      `プレゼントの価格は、お買い上げの額の2割(1,000円未満のお買い上げでは200円)までです(景品表示法の総付景品)。${formatYen(bought)}のお買い上げで${formatYen(maxGiftValue(bought))}までのところ、${formatYen(worth)}です。お買い上げの下限を上げるか、別の商品にしてください。`,
    )
}

/** The names of products and gifts by their ids. */
export interface PromotionGoods {
  /** Products by id. */
  goods: ReadonlyMap<number, string>
  /** Gifts by the id of their SKU. */
  gifts: ReadonlyMap<number, string>
}

/** Loads the names of the products that these promotions are for, and of their gifts. */
export async function loadPromotionGoods(
  { db, shop_id }: { db: Queryable; shop_id: number },
  all: readonly Pick<PromotionInput, 'product_ids' | 'effect'>[],
): Promise<PromotionGoods> {
  const ids = [...new Set(all.flatMap(({ product_ids }) => product_ids))]
  const gifts = giftSkuIds(all)
  const rows = await db
    .select({ id: product.id, product_name: product.product_name })
    .from(product)
    .where(and(eq(product.shop_id, shop_id), inArray(product.id, ids)))
  const given = await db
    .select({ sku: product_sku, product_name: product.product_name })
    .from(product_sku)
    .innerJoin(product, and(eq(product.shop_id, product_sku.shop_id), eq(product.id, product_sku.product_id)))
    .where(and(eq(product_sku.shop_id, shop_id), inArray(product_sku.id, gifts)))
  return {
    goods: new Map(rows.map((row) => [row.id, row.product_name])),
    gifts: new Map(given.map(({ sku, product_name }) => [sku.id, itemName({ ...sku, product_name })])),
  }
}

/** The sentence that describes a promotion, with the names of its goods. */
export const promotionSentenceWithGoods = (input: PromotionInput, { goods, gifts }: PromotionGoods): string =>
  promotionSentence(
    input,
    input.product_ids.flatMap((id) => goods.get(id) ?? []),
    gifts.get(giftOfPromotion(input)?.product_sku_id ?? 0),
  )

function shown({ clock }: OperatorQueryContext, row: PromotionRow, names: PromotionGoods) {
  const now = clock.now()
  const isNow = row.starts_at <= now && (row.ends_at === null || now < row.ends_at)
  return {
    ...promotionInputFromRow(row),
    id: row.id,
    status: row.status,
    is_running: row.status === 'active' && isNow && !isUsedUp(row),
    sentence: promotionSentenceWithGoods(promotionInputFromRow(row), names),
  }
}

async function detail(ctx: OperatorQueryContext, db: Queryable, id: number) {
  const [row] = await db
    .select()
    .from(promotion)
    .where(sameRowCondition(promotion, { shop_id: ctx.shop_id, id }))
  if (!row) throw notFound()
  const names = await loadPromotionGoods({ db, shop_id: ctx.shop_id }, [row])
  const publishing_fault = await faultToDecide({ ...ctx, db }, row)
  const ofIt = and(eq(promotion_code.shop_id, ctx.shop_id), eq(promotion_code.promotion_id, id))
  const [given] = await db
    .select({
      uses: sql<number>`count(*) filter (where ${promotion_use.is_counted})`.mapWith(Number),
      later: sql<number>`count(*) filter (where not ${promotion_use.is_counted})`.mapWith(Number),
      yen: sql<number>`coalesce(sum(${promotion_use.yen}) filter (where ${promotion_use.order_id} is not null), 0)`.mapWith(
        Number,
      ),
    })
    .from(promotion_use)
    .where(usesOf(row))
  const first = await db
    .select({ code: promotion_code.code, used: promotion_code.used, max_uses: promotion_code.max_uses })
    .from(promotion_code)
    .where(ofIt)
    .orderBy(asc(promotion_code.id))
    .limit(20)
  return {
    ...shown(ctx, row, names),
    version: row.version,
    publishing_fault,
    fault_override:
      publishing_fault !== null && isFaultOverridden({ row, why: publishing_fault }) ? row.fault_override : null,
    codes: { count: await db.$count(promotion_code, ofIt), first },
    member_count: await db.$count(promotion_member, promotionMemberListCondition(ctx, id)),
    given: given!,
  }
}
