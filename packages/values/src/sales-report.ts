/** 基準 of a sales report: by the day of the sale in the books, or by the day of the order. */
export const REPORT_BASIS_NAME = { sold: '売上(計上日)', ordered: '受注(注文日)' } as const
export type ReportBasis = keyof typeof REPORT_BASIS_NAME

/** Groupings of a sales report (集計): the meaning of each row. */
export const SALES_DIVISION_NAME = {
  day: '日',
  month: '月',
  product: '商品',
  tax_rate: '税率',
  method: 'お支払い方法',
  channel: '広告コード',
  sort: '単品・定期',
} as const
export type SalesDivision = keyof typeof SALES_DIVISION_NAME
