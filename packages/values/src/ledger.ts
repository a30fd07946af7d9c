import { FEE_NAME, ORDER_FEES } from './order-amounts.ts'

/** Kinds of ledger rows (売上台帳), with the accountant's term for each. */
export const LEDGER_KIND_NAME = {
  sale: '売上',
  discount: '値引き',
  ...FEE_NAME,
  adjustment: '調整',
  return: '返品・値引き(売上後)',
  prepaid: '前受金',
  refund: '返金(振込など)',
  received: '入金',
  provider_fee: '決済手数料',
  suspense: '仮受金',
  difference: '入金の差額',
} as const
export type LedgerKind = keyof typeof LEDGER_KIND_NAME

/** Ledger kinds that count as sales. Advances (前受金) and movements of money are not sales. */
export const SALE_KINDS = ['sale', 'discount', ...ORDER_FEES, 'adjustment', 'return'] as const satisfies LedgerKind[]

/**
 * Ledger kinds of money received (入金). They follow from settlement files (`accounting/settlement`), not from orders.
 */
export const MONEY_KINDS = ['received', 'provider_fee', 'suspense', 'difference'] as const satisfies LedgerKind[]

/** 売上計上基準: the day on which an order becomes a sale. */
export const SALES_BASIS_NAME = { shipped: '出荷基準', received: '着荷基準' } as const
