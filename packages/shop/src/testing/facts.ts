import type { ShopFacts } from '../catalogue/promise/rules/facts.ts'

/** 宅配便 with farther prefectures and islands. */
export const parcelDeliveryTerms = {
  id: 1,
  mail_delivery_flag: false,
  max_weight_g: null,
  flat_rate_delivery_fee: 660,
  island_surcharge: 550,
  cool_fee: 0,
  prefecture_fees: { 1: 990, 47: 1320 },
  prefecture_cool_fees: {},
}

/** The facts of a shop with 14 days for returns, cash on delivery, and subscriptions. */
export const testShopFacts = (more: Partial<ShopFacts> = {}): ShopFacts => ({
  shop_name: '椿野',
  company_name: '株式会社 椿野',
  company_address: '東京都大島町元町0-0',
  responsible_name: '椿野 澄江',
  phone_number: '0120-000-000',
  phone_hours: '平日10時〜17時',
  email: 'shop@example.com',
  registration_number: '',
  reply_days_min: 3,
  reply_days_max: 5,
  price: {
    delivery_free_amount: 6600,
    delivery_free_after_promotions: false,
    delivery_free_includes_cool: false,
    deliveries: [parcelDeliveryTerms],
  },
  deliveries: [
    {
      id: 1,
      delivery_name: '宅配便',
      mail_delivery_flag: false,
      times: ['午前中'],
      leads: [{ pref_id: 47, extra_days: 2 }],
    },
  ],
  payments: [
    {
      payment_method_id: 1,
      payment_name: 'クレジットカード',
      provider_name: null,
      max_amount: 9_999_999,
      cumulative_limit: null,
      pay_within_days: null,
      for_subscriptions: null,
      fees: [],
    },
    {
      payment_method_id: null,
      payment_name: '代金引換',
      provider_name: null,
      max_amount: 300_000,
      cumulative_limit: null,
      pay_within_days: null,
      for_subscriptions: null,
      fees: [
        { from_amount: 0, fee: 330 },
        { from_amount: 10_000, fee: 440 },
      ],
    },
  ],
  arranged_before_days: 10,
  has_subscriptions: true,
  withdrawal_by: 'phone',
  password_min: 7,
  password_max: 15,
  ranks: [],
  rank_months: 12,
  return_days: 14,
  return_condition: '未開封',
  return_fee_by: 'customer',
  defect_days: 8,
  return_notes: [{ product_id: 15, product_name: '椿の葉茶', return_note: '食品のため、返品はお受けしていません。' }],
  limits: [],
  ends: [],
  yearly: [
    {
      product_id: 11,
      product_name: '椿油 一年便',
      lump_sum_payment_num: 12,
      lump_sum_rule: 'refunded',
      lump_sum_fee_rate: 0,
      prices: [2057],
    },
  ],
  ...more,
})
