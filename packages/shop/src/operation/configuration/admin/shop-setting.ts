import { CardLockSetting, PointSetting, SearchSetting, ShopSettingForm } from '@kushi/contract/admin/shop-setting'
import type { Queryable, Tx } from '@kushi/db/connect'
import { shop } from '@kushi/db/schema/shop'
import { subscription } from '@kushi/db/schema/subscription'
import { lineRequirement } from '@kushi/values/line'
import { fieldRuleMessage } from '@kushi/values/message'
import { formatPoints } from '@kushi/values/points'
import { RUNNING_SUBSCRIPTION_STATUSES } from '@kushi/values/subscription-status'
import { and, eq, inArray } from 'drizzle-orm'
import { countOutstandingPoints, pausePoints, resumePoints } from '../../../catalogue/point/index.ts'
import { thumbnailUrl } from '../../../catalogue/product/index.ts'
import { listReferralPromotions } from '../../../catalogue/promotion/index.ts'
import type { AdminHandler, OperatorContext, OperatorQueryContext } from '../../../foundation/admin/index.ts'
import { changeSeller, loadShop } from '../../../foundation/setting/index.ts'
import { invalidFields, refusedField } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { refuseUnknownPictures } from '../internal/refuse-unknown-pictures.ts'

type Row = Awaited<ReturnType<typeof loadShop>>

/** A setting's columns of the shop: those that its form names. */
const columnsOf =
  <S extends object>({ shape }: { shape: S }) =>
  async (db: Queryable, shop_id: number) => {
    const row = Object.entries(await loadShop({ db, shop_id }))
    return Object.fromEntries(row.filter(([name]) => Object.hasOwn(shape, name))) as Pick<Row, keyof Row & keyof S>
  }

const loadOwn = columnsOf(ShopSettingForm)
const loadCardLock = columnsOf(CardLockSetting)
const loadSearch = columnsOf(SearchSetting)
const loadPoints = columnsOf(PointSetting)

/** Adds data that is not part of the setting: the logo's URL, and the number of running contracts. */
const withAround = async <S extends { logo_path: string | null }>(ctx: OperatorContext, setting: S) => ({
  ...setting,
  logo_url: thumbnailUrl(ctx, setting.logo_path),
  running_subscriptions: await ctx.db.$count(
    subscription,
    and(eq(subscription.shop_id, ctx.shop_id), inArray(subscription.summary_status, RUNNING_SUBSCRIPTION_STATUSES)),
  ),
})

export const getShopSetting: AdminHandler<'GET /admin/v1/setting/shop'> = async (ctx) =>
  withAround(ctx, withSettingVersion(await loadOwn(ctx.db, ctx.shop_id)))

/** @throws ShopError 422 when the kind of the shop changes and the request does not repeat the shop's name */
export const changeShopSetting: AdminHandler<'PUT /admin/v1/setting/shop'> = async (ctx, input) => {
  const { version, corporate_words, ...values } = input
  const saved = await changeSetting(ctx, {
    subject: 'shop',
    subject_id: ctx.shop_id,
    subject_name: '店舗の設定',
    version,
    load: (db) => loadOwn(db, ctx.shop_id),
    write: async (tx, before) => {
      if (before.corporate_flag !== values.corporate_flag && corporate_words !== before.shop_name)
        throw invalidFields([
          {
            path: 'corporate_words',
            message_id: 'cmn-err-011',
            message: fieldRuleMessage('cmn-err-011', '入力した店舗名', `「${before.shop_name}」`),
          },
        ])
      const logo = { path: values.logo_path, field: 'logo_path' }
      await refuseUnknownPictures(tx, ctx.shop_id, [before.logo_path], [logo], 'logo')
      await changeSeller(tx, ctx, () => updateShop(tx, ctx, values))
    },
  })
  return withAround(ctx, saved)
}

const updateShop = (tx: Tx, ctx: OperatorQueryContext, values: { [K in keyof Row]?: Row[K] | undefined }) =>
  tx.update(shop).set(values).where(eq(shop.id, ctx.shop_id))

const loadLine = async (db: Queryable, shop_id: number) => {
  const row = await loadShop({ db, shop_id })
  return { level: lineRequirement(row), line_login_timing: row.line_login_timing }
}

export const getLineSetting: AdminHandler<'GET /admin/v1/setting/line'> = async ({ db, shop_id }) =>
  withSettingVersion(await loadLine(db, shop_id))

export const changeLineSetting: AdminHandler<'PUT /admin/v1/setting/line'> = (
  ctx,
  { level, line_login_timing, version },
) =>
  changeSetting(ctx, {
    subject: 'shop',
    subject_id: ctx.shop_id,
    subject_name: 'LINE連携',
    version,
    load: (db) => loadLine(db, ctx.shop_id),
    write: (tx) =>
      updateShop(tx, ctx, {
        line_channel_flag: level !== 'none',
        ec_line_required_flag: level === 'required',
        line_login_timing,
      }),
  })

export const getCardLock: AdminHandler<'GET /admin/v1/setting/card-lock'> = async ({ db, shop_id }) =>
  withSettingVersion(await loadCardLock(db, shop_id))

export const changeCardLock: AdminHandler<'PUT /admin/v1/setting/card-lock'> = (ctx, { version, ...values }) =>
  changeSetting(ctx, {
    subject: 'shop',
    subject_id: ctx.shop_id,
    subject_name: 'カード入力の停止',
    version,
    load: (db) => loadCardLock(db, ctx.shop_id),
    write: (tx) => updateShop(tx, ctx, values),
  })

export const getSearchSetting: AdminHandler<'GET /admin/v1/setting/search'> = async ({ db, shop_id }) =>
  withSettingVersion(await loadSearch(db, shop_id))

export const changeSearchSetting: AdminHandler<'PUT /admin/v1/setting/search'> = (ctx, { version, ...values }) =>
  changeSetting(ctx, {
    subject: 'shop',
    subject_id: ctx.shop_id,
    subject_name: '検索の言い換え',
    version,
    load: (db) => loadSearch(db, ctx.shop_id),
    write: (tx) => updateShop(tx, ctx, values),
  })

export const getPointSetting: AdminHandler<'GET /admin/v1/setting/points'> = async (ctx) => {
  const { return_days, defect_days } = await loadShop(ctx)
  const setting = withSettingVersion(await loadPoints(ctx.db, ctx.shop_id))
  return { ...setting, return_days, defect_days, referral_promotions: await listReferralPromotions(ctx) }
}

/**
 * Changes the rules of points.
 * @throws ShopError 422 for a promotion that friends can't get by a link; also if members could not use their points
 * any more, unless the request repeats the shop's name
 */
export const changePointSetting: AdminHandler<'PUT /admin/v1/setting/points'> = (ctx, input) => {
  const { version, point_words, ...values } = input
  return changeSetting(ctx, {
    subject: 'shop',
    subject_id: ctx.shop_id,
    subject_name: 'ポイント',
    version,
    load: (db) => loadPoints(db, ctx.shop_id),
    async write(tx, before) {
      if (before.point_flag && !values.point_flag) {
        await refuseUnconfirmed(tx, ctx, point_words)
        await pausePoints(tx, ctx)
      }
      // While they could not be used none was lost; whoever would lose some now is told in time.
      if (!before.point_flag && values.point_flag) await resumePoints(tx, ctx)
      const { referral_promotion_id: id } = values
      // One that has ended since stays, so that the rest can be saved.
      const isChosen = id !== null && id !== before.referral_promotion_id
      if (isChosen && !(await listReferralPromotions({ ...ctx, db: tx })).some((one) => one.id === id))
        throw refusedField(
          'referral_promotion_id',
          '実施中の、専用のリンクで適用する、はじめてご注文の方だけの特典を選んでください。',
        )
      await updateShop(tx, ctx, values)
    },
  })
}

async function refuseUnconfirmed(tx: Tx, ctx: OperatorQueryContext, words: string | undefined): Promise<void> {
  const { members, outstanding } = await countOutstandingPoints({ ...ctx, db: tx })
  const { shop_name } = await loadShop({ db: tx, shop_id: ctx.shop_id })
  if (members === 0 || words === shop_name) return
  throw refusedField(
    'point_words',
    `お客様${members}人が、合わせて${formatPoints(outstanding)}をお持ちです。ご利用をお休みするときは、店舗名「${shop_name}」を入力してください。`,
  )
}
