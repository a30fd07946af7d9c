/** What the address of the order history says. */
export interface HistoryQuery {
  page: number
  /** null: every year. */
  year: number | null
  /** The one order that is looked at; null: the list. */
  order_no: string | null
}

const wholeOf = (text: string | null, pattern: RegExp) => (text && pattern.test(text) ? Number(text) : null)

/** Reads it; what makes no sense is left out. */
export const readHistoryQuery = (query: URLSearchParams): HistoryQuery => ({
  page: wholeOf(query.get('page'), /^[1-9]\d{0,3}$/) ?? 1,
  year: wholeOf(query.get('year'), /^20\d{2}$/),
  order_no: query.get('order_no')?.slice(0, 27) || null,
})

/** The address of a state of the history, the usual left out. */
export function historyPath({ page = 1, year = null, order_no = null }: Partial<HistoryQuery>): string {
  const query = new URLSearchParams()
  if (year !== null) query.set('year', String(year))
  if (page > 1) query.set('page', String(page))
  if (order_no !== null) query.set('order_no', order_no)
  return query.size ? `/mypage/history?${query}` : '/mypage/history'
}

/** 年 to choose from: the years in which there are orders, and the one that is asked for. */
export const yearChoices = (years: readonly number[], chosen: number | null) =>
  [...new Set(chosen === null ? years : [...years, chosen])].sort((a, b) => b - a)
