import { MAX_DEFERRED_OPEN_YEN, MAX_NP_YEN, PREPAYMENT_DAYS_RANGE } from '@kushi/values/limits'
import { PAYMENT_METHODS } from '@kushi/values/payment-method'

/** The shop of a new installation: empty, closed, and without a name until its owner enters one. */
export const initialShop = {
  id: 2,
  shop_name: '新しいショップ',
  company_name: '(販売業者の名称)',
  company_address: '(販売業者の住所)',
  phone_number: '(電話番号)',
  email: 'shop@localhost',
  registration_number: '',
  terms_version: '1',
  opened_at: null,
  device_check_flag: true,
}

/** 宅配便 with its zones; the fee (yen with tax) is a starting value. */
export const parcelDelivery = { delivery_name: '宅配便', sort_no: 1 }
export const parcelFee = 660
/** Names of the delivery time slots (お届け時間帯). */
export const deliveryTimeNames = ['午前中', '14–16時', '16–18時', '18–20時', '19–21時']

/** Additional days of lead time by prefecture: one to Hokkaido, two to Okinawa. */
export const extraLeadDays = [
  { pref_id: 1, extra_days: 1 },
  { pref_id: 47, extra_days: 2 },
]

/** Payment methods whose provider is not connected yet are stored, but not shown. */
export const shopPayments = [
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
    description: 'Amazonのアカウントに登録された住所とお支払い方法でご購入いただけます。',
    max_amount: 10_000_000,
  },
  {
    payment_method_id: 3,
    payment_name: '後払い',
    description: '商品が届いてから、コンビニエンスストアでお支払いいただけます。請求書は商品とは別に届きます。',
    provider_name: 'GMOペイメントサービス株式会社',
    max_amount: MAX_DEFERRED_OPEN_YEN,
    cumulative_limit: MAX_DEFERRED_OPEN_YEN,
  },
  {
    payment_method_id: 4,
    payment_name: 'NP後払い',
    description:
      '商品が届いてから、コンビニエンスストア・銀行・郵便局でお支払いいただけます。請求書は商品とは別に届きます。',
    provider_name: '株式会社ネットプロテクションズ',
    max_amount: MAX_NP_YEN,
    cumulative_limit: MAX_NP_YEN,
  },
  {
    payment_method_id: null,
    payment_name: '代金引換',
    description: '商品をお届けする際に、配達員へ現金でお支払いください。代引手数料がかかります。',
    max_amount: 300_000,
  },
  {
    payment_method_id: 5,
    payment_name: 'PayPay',
    description: 'PayPayの画面に移ってお支払いいただきます。',
    max_amount: 500_000,
    for_subscriptions: false,
    visible: false,
  },
  {
    payment_method_id: 6,
    payment_name: 'コンビニ払い',
    description: 'コンビニで現金でお支払いください。ご入金を確認してから、商品をお送りします。',
    // What GMO lets a コンビニ take.
    max_amount: 299_999,
    pay_within_days: PREPAYMENT_DAYS_RANGE.default,
    visible: false,
  },
  {
    payment_method_id: 7,
    payment_name: '銀行振込',
    description: 'ご注文ごとの口座にお振り込みください。振込手数料は、お客様のご負担です。',
    max_amount: 500_000,
    pay_within_days: PREPAYMENT_DAYS_RANGE.default,
    visible: false,
  },
  ...PAYMENT_METHODS.filter(({ gmo_wallet }) => gmo_wallet).map(({ id, name }) => ({
    payment_method_id: id,
    payment_name: name,
    description: `${name}の画面に移ってお支払いいただきます。`,
    // What au PAY takes at once; others may take more.
    max_amount: 300_000,
    visible: false,
  })),
  ...PAYMENT_METHODS.filter(({ sheet, provider }) => sheet && provider === 'gmo').map(({ id, name }) => ({
    payment_method_id: id,
    payment_name: name,
    description: `${name}に登録されたカードで、お支払いいただけます。`,
    max_amount: 9_999_999,
    visible: false,
  })),
  {
    payment_method_id: 14,
    payment_name: 'あと払い(ペイディ)',
    description:
      'メールアドレスと携帯電話番号で、お支払いいただけます。ペイディの画面で、SMSに届く認証コードを入力してください。',
    provider_name: '株式会社Paidy',
    // What it lets a customer owe is not published.
    max_amount: 300_000,
    visible: false,
  },
]

/** 代引手数料, by order total. */
export const cashOnDeliveryFees = [
  { from_amount: 0, fee: 330 },
  { from_amount: 10_000, fee: 440 },
  { from_amount: 30_000, fee: 660 },
  { from_amount: 100_000, fee: 1_100 },
]
