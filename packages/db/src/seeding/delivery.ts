import { DEFERRED_LIMIT, NP_LIMIT } from '@kushi/values/limits'
import { shopTerms } from '../../seed/masterdata.ts'
import type { Tx } from '../connect.ts'
import { delivery, delivery_lead, delivery_time, shop_payment, shop_payment_fee } from '../schema/delivery.ts'

const parcel = { delivery_name: '宅配便', sort_no: 1 }

const methods: (typeof delivery.$inferInsert)[] = [
  { ...parcel, id: 1, shop_id: 2, flat_rate_delivery_fee: shopTerms[2].parcel_delivery_fee },
  {
    id: 2,
    shop_id: 2,
    delivery_name: 'メール便',
    flat_rate_delivery_fee: shopTerms[2].mail_delivery_fee,
    mail_delivery_flag: true,
    sort_no: 2,
  },
  { ...parcel, id: 3, shop_id: 3, flat_rate_delivery_fee: shopTerms[3].parcel_delivery_fee },
]

const zones = ['午前中', '14–16時', '16–18時', '18–20時', '19–21時']

/** One day more to Hokkaido, two to Okinawa. */
const leads = [
  { pref_id: 1, extra_days: 1 },
  { pref_id: 47, extra_days: 2 },
]

/** Those whose provider is not connected yet are kept, but not shown. */
const payments: Omit<typeof shop_payment.$inferInsert, 'id' | 'shop_id' | 'sort_no'>[] = [
  {
    payment_method_id: 1,
    payment_name: 'クレジットカード',
    description:
      'VISA、Mastercard、JCB、American Express、Diners Clubがお使いいただけます。本人認証(3Dセキュア)を行います。',
    max_amount: 9_999_999,
  },
  {
    payment_method_id: 2,
    payment_name: 'Amazon Pay',
    description: 'Amazonのアカウントに登録された住所とお支払い方法でお買い物いただけます。',
    max_amount: 10_000_000,
  },
  {
    payment_method_id: 3,
    payment_name: '後払い',
    description: '商品が届いてから、コンビニエンスストアでお支払いいただけます。請求書は商品とは別に届きます。',
    provider_name: 'GMOペイメントサービス株式会社',
    max_amount: DEFERRED_LIMIT,
    cumulative_limit: DEFERRED_LIMIT,
  },
  {
    payment_method_id: 4,
    payment_name: 'NP後払い',
    description:
      '商品が届いてから、コンビニエンスストア・銀行・郵便局でお支払いいただけます。請求書は商品とは別に届きます。',
    provider_name: '株式会社ネットプロテクションズ',
    max_amount: NP_LIMIT,
    cumulative_limit: NP_LIMIT,
  },
  {
    payment_method_id: null,
    payment_name: '代金引換',
    description: '商品をお届けする際に、配達員へ現金でお支払いください。代引手数料がかかります。',
    max_amount: 300_000,
  },
]

/** 代引手数料, by the total it is taken on. */
const cashOnDeliveryFees = [
  { from_amount: 0, fee: 330 },
  { from_amount: 10_000, fee: 440 },
  { from_amount: 30_000, fee: 660 },
  { from_amount: 100_000, fee: 1_100 },
]

export async function seedDelivery(tx: Tx): Promise<void> {
  await tx.insert(delivery).values(methods).onConflictDoNothing()
  const parcels = methods.filter((method) => !method.mail_delivery_flag)
  const times = parcels.flatMap(({ id, shop_id }) =>
    zones.map((zone, n) => ({ id: (shop_id - 2) * 10 + n + 1, delivery_id: id, delivery_time: zone, sort_no: n + 1 })),
  )
  await tx.insert(delivery_time).values(times).onConflictDoNothing()
  const extra = methods.flatMap(({ id }) => leads.map((lead) => ({ delivery_id: id, ...lead })))
  await tx.insert(delivery_lead).values(extra).onConflictDoNothing()

  const consumer = payments.map((payment, n) => ({ ...payment, id: n + 1, shop_id: 2, sort_no: n + 1 }))
  // Cartons are not handed over for cash.
  const wholesale = payments
    .filter((payment) => payment.payment_method_id !== null)
    .map((payment, n) => ({ ...payment, id: n + 11, shop_id: 3, sort_no: n + 1 }))
  await tx
    .insert(shop_payment)
    .values([...consumer, ...wholesale])
    .onConflictDoNothing()
  const cash = consumer.filter((payment) => payment.payment_method_id === null)
  const fees = cash.flatMap(({ id }) => cashOnDeliveryFees.map((fee) => ({ shop_payment_id: id, ...fee })))
  await tx.insert(shop_payment_fee).values(fees).onConflictDoNothing()
}
