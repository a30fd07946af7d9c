/** The query of the order history's URL. */
export interface HistoryQuery {
  page: number
  /** null: all years. */
  year: number | null
  /** The order that is shown; null: the list. */
  order_no: string | null
}

const wholeOf = (text: string | null, pattern: RegExp) => (text && pattern.test(text) ? Number(text) : null)

/** Parses the query. Invalid values are ignored. */
export const readHistoryQuery = (query: URLSearchParams): HistoryQuery => ({
  page: wholeOf(query.get('page'), /^[1-9]\d{0,3}$/) ?? 1,
  year: wholeOf(query.get('year'), /^20\d{2}$/),
  order_no: query.get('order_no')?.slice(0, 27) || null,
})

/** The path of the history with this query; default values are left out. */
export function historyPath({ page = 1, year = null, order_no = null }: Partial<HistoryQuery>): string {
  const query = new URLSearchParams()
  if (year !== null) query.set('year', String(year))
  if (page > 1) query.set('page', String(page))
  if (order_no !== null) query.set('order_no', order_no)
  return query.size ? `/mypage/history?${query}` : '/mypage/history'
}

/** 年 to choose from: the years with orders, and the chosen one. */
export const yearChoices = (years: readonly number[], chosen: number | null) =>
  [...new Set(chosen === null ? years : [...years, chosen])].sort((a, b) => b - a)
