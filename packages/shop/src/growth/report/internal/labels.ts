import { REPORT_REPEAT_NAME, REPORT_SORT_NAME, type Report } from '@kushi/contract/admin/report'
import { ad_campaign } from '@kushi/db/schema/advertisement'
import { category, product } from '@kushi/db/schema/product'
import { promotion } from '@kushi/db/schema/promotion'
import { customer_rank, master_data } from '@kushi/db/schema/shop'
import { CANCEL_OFFER_NAME, type CancelOffer } from '@kushi/values/cancel-offer'
import { PAYMENT_METHOD_IDS, paymentMethodName } from '@kushi/values/payment-method'
import { CYCLE_BANDS, RECENCY_BANDS, TENURE_BANDS } from '@kushi/values/report'
import { and, asc, eq, isNotNull, ne } from 'drizzle-orm'
import type { ReasonList } from '../../../sales/subscription/index.ts'
import { formatPeriod, isCalendarPeriod } from '../rules/periods.ts'
import type { ReportContext } from './report-source.ts'
import type { ResolvedReportQuery } from './resolve-report-query.ts'
import { NO_PRODUCT_KEY } from './sales.ts'

const nameOf = (names: Readonly<Record<string, string>>, key: string) => names[key] ?? key
const choicesIn = (names: Record<string, string>) => Object.entries(names).map(([value, label]) => ({ value, label }))
/** The list of the reasons that the question counts. */
const reasonList = ({ view }: ResolvedReportQuery): ReasonList =>
  view === 'paused' ? 'pause_reason' : view === 'skipped' ? 'skip_reason' : 'cancel_reason'
const NO_REASON = { value: '0', label: '理由の記録なし' }
/** The most choices of a filter. */
const MOST = 500

async function productNames({ db, shop_id }: ReportContext) {
  const rows = await db
    .select({ id: product.id, label: product.product_name })
    .from(product)
    .where(eq(product.shop_id, shop_id))
    .orderBy(asc(product.sort_no), asc(product.id))
    .limit(10_000)
  return rows.map(({ id, label }) => ({ value: String(id), label }))
}

/** The codes of the shop, or of one 広告グループ. */
async function codeNames({ db, shop_id }: ReportContext, group?: string) {
  const rows = await db
    .select({ value: ad_campaign.adcd, label: ad_campaign.campaign_name })
    .from(ad_campaign)
    .where(and(eq(ad_campaign.shop_id, shop_id), group === undefined ? undefined : eq(ad_campaign.group_name, group)))
    .orderBy(asc(ad_campaign.campaign_name), asc(ad_campaign.adcd))
    .limit(50_000)
  return rows
}

async function groupNames({ db, shop_id }: ReportContext) {
  const rows = await db
    .selectDistinct({ value: ad_campaign.group_name })
    .from(ad_campaign)
    .where(and(eq(ad_campaign.shop_id, shop_id), ne(ad_campaign.group_name, '')))
    .orderBy(asc(ad_campaign.group_name))
    .limit(MOST)
  return rows.map(({ value }) => ({ value, label: value }))
}

/** The choices of a list of the shop. */
async function masterNames({ db, shop_id }: ReportContext, name: ReasonList | 'where_did_you_know') {
  const rows = await db
    .select({ id: master_data.id, label: master_data.label })
    .from(master_data)
    .where(and(eq(master_data.shop_id, shop_id), eq(master_data.name, name), isNotNull(master_data.id)))
    .orderBy(asc(master_data.sort_no))
  return rows.map(({ id, label }) => ({ value: String(id), label }))
}

const methodNames = () => PAYMENT_METHOD_IDS.map((id) => ({ value: String(id ?? 0), label: paymentMethodName(id) }))

/** Loads the choices of all filters of a report. */
export async function loadFilterChoices(ctx: ReportContext, asked: ResolvedReportQuery): Promise<Report['choices']> {
  const [products, codes, groups, reasons] = await Promise.all([
    productNames(ctx),
    codeNames(ctx, asked.ad_group),
    groupNames(ctx),
    masterNames(ctx, reasonList(asked)),
  ])
  return {
    product_id: products.slice(0, MOST),
    payment_method_id: methodNames(),
    adcd: [{ value: '', label: '広告コードなし' }, ...codes.slice(0, MOST)],
    ad_group: groups,
    sort: choicesIn(REPORT_SORT_NAME),
    repeat: choicesIn(REPORT_REPEAT_NAME),
    reason_id: [...reasons, NO_REASON],
  }
}

/** Loads the names of a report's rows. Returns a function that finds the name of a row by its key. */
export async function loadRowLabels(ctx: ReportContext, asked: ResolvedReportQuery): Promise<(key: string) => string> {
  const { by } = asked
  if (isCalendarPeriod(by)) return (key) => formatPeriod(key, by)
  if (by === 'sort') return (key) => nameOf(REPORT_SORT_NAME, key)
  if (by === 'repeat') return (key) => nameOf(REPORT_REPEAT_NAME, key)
  const banded = (bands: readonly { key: string; name: string }[]) => (key: string) =>
    bands.find((one) => one.key === key)?.name ?? key
  if (by === 'last_cycle') return banded(CYCLE_BANDS)
  if (by === 'tenure') return banded(TENURE_BANDS)
  if (by === 'recency') return banded(RECENCY_BANDS)
  if (by === 'cycle') return (key) => CYCLE_BANDS.find((one) => one.key === key)?.name ?? '単品'
  const named = (all: readonly { value: string; label: string }[], other: (key: string) => string) => {
    const names = new Map(all.map(({ value, label }) => [value, label]))
    return (key: string) => names.get(key) ?? other(key)
  }
  if (by === 'method') return named(methodNames(), (key) => key)
  if (by === 'reason')
    return named([...(await masterNames(ctx, reasonList(asked))), NO_REASON], (key) => `前の理由 ${key}`)
  if (by === 'offer') return (key) => CANCEL_OFFER_NAME[key as CancelOffer] ?? 'ご案内なし'
  if (by === 'knew')
    return named(await masterNames(ctx, 'where_did_you_know'), (key) =>
      key === '0' ? '答えなし' : `前の選択肢 ${key}`,
    )
  if (by === 'channel') return named(await codeNames(ctx), (key) => (key === '' ? '広告コードなし' : key))
  if (by === 'ad_group') return (key) => key || 'グループなし'
  if (by === 'landing') return (key) => key || '広告からの訪問なし'
  if (by === 'promotion') {
    const promotions = await ctx.db
      .select({ id: promotion.id, label: promotion.promotion_name })
      .from(promotion)
      .where(eq(promotion.shop_id, ctx.shop_id))
    const all = promotions.map(({ id, label }) => ({ value: String(id), label }))
    return named(all, (key) => (key === '0' ? '特典なし' : `前の特典 ${key}`))
  }
  if (by === 'rank') {
    const ranks = await ctx.db
      .select({ id: customer_rank.id, label: customer_rank.rank_name })
      .from(customer_rank)
      .where(eq(customer_rank.shop_id, ctx.shop_id))
    const all = ranks.map(({ id, label }) => ({ value: String(id), label }))
    return named(all, (key) => (key === '0' ? 'ランクなし' : `前のランク ${key}`))
  }
  const rest = (key: string) => (key === NO_PRODUCT_KEY ? '送料・手数料・前受金の売上など' : `商品 ${key}`)
  if (by === 'product') return named(await productNames(ctx), rest)
  const rows = await ctx.db
    .select({ id: category.id, label: category.category_name })
    .from(category)
    .where(eq(category.shop_id, ctx.shop_id))
  return named(
    rows.map(({ id, label }) => ({ value: String(id), label })),
    rest,
  )
}
