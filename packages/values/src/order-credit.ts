import { ORDER_FEES } from './order-amounts.ts'

/** Why a part of a sale was taken back (赤伝), with the names for operators. */
export const CREDIT_NOTE_KIND_NAME = {
  return: '返品',
  missing: '欠品',
  parcel_back: '荷物の戻り',
  exchange: '交換の差額',
  reduction: '値引き',
  ended: '定期便の終了',
  /** Corrects another: the customer keeps no claim. */
  kept: '返金しない',
} as const
export type CreditNoteKind = keyof typeof CREDIT_NOTE_KIND_NAME

/** The kinds of refunds, with their names for operators, the most likely first. */
export const REFUND_KIND_NAME = {
  /** Only the amount that is owed already. */
  owed: '済んでいない返金をする',
  /** Pieces and fees, each at the price that was paid. */
  goods: '商品を選んで返金する(返品)',
  /** Yen on the whole order. */
  reduction: '金額で返金する(値引き)',
  /** All that is left; the order ends. */
  return: '返品として全額を返金する(注文は終わり)',
} as const
export type RefundKind = keyof typeof REFUND_KIND_NAME

/** `reduction`: part of a sum on the whole order, at one tax rate. */
export const CREDIT_NOTE_ITEM_KINDS = ['goods', ...ORDER_FEES, 'reduction'] as const
export type CreditNoteItemKind = (typeof CREDIT_NOTE_ITEM_KINDS)[number]
