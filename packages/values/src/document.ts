/** Papers of an order that are kept as they were given out. */
export const ISSUED_DOCUMENT_NAME = {
  receipt: '領収書',
  'delivery-slip': '納品書',
  'return-invoice': '適格返還請求書',
} as const

/** All papers: ご利用明細 says what was ordered before its money is here, and is no invoice. */
export const DOCUMENT_NAME = { ...ISSUED_DOCUMENT_NAME, statement: 'ご利用明細' } as const
export type DocumentType = keyof typeof DOCUMENT_NAME
