import type { productSort } from '@kushi/contract/product'
import { type ListPlace, shopList } from '../../parts/list-place.ts'

type Sort = (typeof productSort)[number]

/** The filters of the list. An empty string is no condition. */
export interface ProductsQuery {
  keyword: string
  category: string
  /** 悩み. If set, the category is ignored. */
  worry: string
  sale_type: '' | '1' | '2'
  sort: Sort
  page: number
}

export const sortChoices: { value: Sort; label: string }[] = [
  { value: 'recommended', label: 'おすすめ順' },
  { value: 'new', label: '新着順' },
  { value: 'price_asc', label: '価格の安い順' },
  { value: 'price_desc', label: '価格の高い順' },
]

/** Parses the query of the URL. Invalid values are ignored. */
export function readProductsQuery(search: URLSearchParams): ProductsQuery {
  const sale_type = search.get('sale_type')
  const sort = sortChoices.find(({ value }) => value === search.get('sort'))?.value ?? 'recommended'
  const page = Number(search.get('page') ?? 1)
  const worry = (search.get('worry') ?? '').slice(0, 60)
  return {
    keyword: (search.get('keyword') ?? '').trim().slice(0, 100),
    category: worry ? '' : (search.get('category') ?? '').slice(0, 60),
    worry,
    sale_type: sale_type === '1' || sale_type === '2' ? sale_type : '',
    sort,
    page: Number.isInteger(page) && page > 0 && page <= 10_000 ? page : 1,
  }
}

export const PER_PAGE = 24

/** The query of the list's call. */
export const listRequest = ({ keyword, category, worry, sale_type, sort, page }: ProductsQuery) => ({
  page,
  per_page: PER_PAGE,
  sort,
  ...(keyword && { keyword }),
  ...(category && { category }),
  ...(worry && { worry }),
  ...(sale_type && { sale_type }),
})

/** The path of a list. Default values are left out, so that each list has exactly one URL. */
export function productsPath(query: ProductsQuery, { path, keptParams }: ListPlace = shopList): string {
  const search = new URLSearchParams(keptParams)
  if (query.keyword) search.set('keyword', query.keyword)
  if (query.category) search.set('category', query.category)
  if (query.worry) search.set('worry', query.worry)
  if (query.sale_type) search.set('sale_type', query.sale_type)
  if (query.sort !== 'recommended') search.set('sort', query.sort)
  if (query.page > 1) search.set('page', String(query.page))
  return search.size ? `${path}?${search}` : path
}
