import type { OrderFee } from '@kushi/values/order-amounts'

export type ChargedPart = 'subtotal' | OrderFee

/** Where the shop's texts say each part of what is charged, and by which word. */
export const CHARGED_PARTS: Record<ChargedPart, readonly [subject: string, label: string]> = {
  subtotal: ['商品のページ', '商品代金'],
  delivery_fee: ['送料の表', '送料'],
  cool_fee: ['送料の表', 'クール代'],
  gift_fee: ['ギフトの設定', 'ギフト包装'],
  payment_fee: ['お支払い方法の表', '手数料'],
}
