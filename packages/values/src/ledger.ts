/** What a row of the ledger (売上台帳) says, with the accountant's word. */
export const LEDGER_KIND_NAME = {
  sale: '売上',
  discount: '値引き',
  delivery_fee: '送料',
  payment_fee: '手数料',
  adjustment: '調整',
  return: '返品・値引き(売上後)',
  prepaid: '前受金',
  refund: '返金(振込など)',
} as const
export type LedgerKind = keyof typeof LEDGER_KIND_NAME

/** 売上計上基準: the day on which an order becomes a sale. */
export const SALES_BASIS_NAME = { shipped: '出荷基準', received: '着荷基準' } as const
export type SalesBasis = keyof typeof SALES_BASIS_NAME
