/** Documents of an order that are archived as they were issued. */
export const ISSUED_DOCUMENT_NAME = {
  receipt: '領収書',
  'delivery-slip': '納品書',
  'return-invoice': '適格返還請求書',
} as const

/** All documents of an order. ご利用明細 lists an order before it is paid, and is no invoice. */
export const DOCUMENT_NAME = { ...ISSUED_DOCUMENT_NAME, statement: 'ご利用明細' } as const
export type DocumentType = keyof typeof DOCUMENT_NAME
