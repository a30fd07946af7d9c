/** The page number in the URL; 1 if invalid. */
export function pageOf(query: URLSearchParams): number {
  const text = query.get('page') ?? ''
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : 1
}

export const purchasesPath = (page: number) => (page > 1 ? `/mypage/purchases?page=${page}` : '/mypage/purchases')
