import type { Queryable } from '@kushi/db/connect'
import { shop_payment, shop_payment_fee } from '@kushi/db/schema/delivery'
import { isPrepaidMethod, isReceivableAssigned, isSubscriptionUseConfigurable } from '@kushi/values/payment-method'
import { and, asc, eq, ne } from 'drizzle-orm'
import type { AdminHandler } from '../../../foundation/admin/index.ts'
import { invalidFields, notFound } from '../../../shop-error.ts'
import { changeSetting, withSettingVersion } from '../internal/change-setting.ts'
import { countRunningSubscriptions } from '../internal/running-subscriptions.ts'
import { storeFormerName } from '../internal/store-former-name.ts'

async function load(db: Queryable, shop_id: number) {
  const methods = await db
    .select()
    .from(shop_payment)
    .where(eq(shop_payment.shop_id, shop_id))
    .orderBy(asc(shop_payment.sort_no), asc(shop_payment.id))
  const fees = await db
    .select()
    .from(shop_payment_fee)
    .where(eq(shop_payment_fee.shop_id, shop_id))
    .orderBy(asc(shop_payment_fee.from_amount))
  return methods.map(({ shop_id: _, provider_name, ...method }) => ({
    ...method,
    provider_name: provider_name ?? '',
    fees: fees
      .filter(({ shop_payment_id }) => shop_payment_id === method.id)
      .map(({ from_amount, fee }) => ({ from_amount, fee })),
  }))
}

export const listPaymentSettings: AdminHandler<'GET /admin/v1/setting/payments'> = async (ctx) => ({
  items: (await load(ctx.db, ctx.shop_id)).map(withSettingVersion),
  running_subscriptions: await countRunningSubscriptions(ctx, 'payment_method_id'),
})

/** @throws ShopError 422 when customers would have no payment method left */
export const changePaymentSetting: AdminHandler<'PUT /admin/v1/setting/payments/{id}'> = (ctx, input) => {
  const { id, version, fees, provider_name, ...columns } = input
  const { shop_id } = ctx
  return changeSetting(ctx, {
    subject: 'shop_payment',
    subject_id: id,
    subject_name: columns.payment_name,
    version,
    load: async (db) => {
      const one = (await load(db, shop_id)).find((method) => method.id === id)
      if (!one) throw notFound()
      return one
    },
    write: async (tx, before) => {
      // The consent of a customer to 後払い names the company that receives their data (個人情報保護法 27条).
      if (columns.visible && isReceivableAssigned(before.payment_method_id) && provider_name.trim() === '') {
        const message = '後払いを表示するには、お客様の情報を受け取り、請求する会社の名前が必要です。同意の文に出ます。'
        throw invalidFields([{ path: 'provider_name', message_id: 'cmn-err-001', message }])
      }
      if (columns.pay_within_days === null && isPrepaidMethod(before.payment_method_id)) {
        const message = 'お支払いの期限を入力してください。'
        throw invalidFields([{ path: 'pay_within_days', message_id: 'cmn-err-001', message }])
      }
      if (typeof columns.for_subscriptions === 'boolean' && !isSubscriptionUseConfigurable(before.payment_method_id)) {
        const message = 'この支払方法では、選べません。'
        throw invalidFields([{ path: 'for_subscriptions', message_id: 'cmn-err-002', message }])
      }
      const named = { before: before.payment_name, after: columns.payment_name }
      await storeFormerName(tx, ctx, { subject: 'shop_payment', subject_id: id, ...named })
      const others = and(eq(shop_payment.shop_id, shop_id), ne(shop_payment.id, id), shop_payment.visible)
      const [other] = await tx.select({ id: shop_payment.id }).from(shop_payment).where(others).limit(1)
      if (!columns.visible && !other) {
        const message = '表示する支払方法が、ひとつ以上必要です。'
        throw invalidFields([{ path: 'visible', message_id: 'cmn-err-002', message }])
      }
      await tx
        .update(shop_payment)
        .set({ ...columns, provider_name: provider_name || null })
        .where(and(eq(shop_payment.shop_id, shop_id), eq(shop_payment.id, id)))
      await tx
        .delete(shop_payment_fee)
        .where(and(eq(shop_payment_fee.shop_id, shop_id), eq(shop_payment_fee.shop_payment_id, id)))
      const rows = fees.map((fee) => ({ ...fee, shop_id, shop_payment_id: id }))
      if (rows.length > 0) await tx.insert(shop_payment_fee).values(rows)
    },
  })
}
