import { CONTENT_NAME, type ContentName, LAYOUT_NAME, layoutContentNames } from '@kushi/contract/admin/content'
import { SCHEDULE_KIND_NAME, type ScheduleKind } from '@kushi/values/schedule'
import { api } from '../../api.ts'
import { loadGoods } from '../promotions/fields.tsx'

const isKind = (name: string | null): name is ScheduleKind => Object.hasOwn(SCHEDULE_KIND_NAME, name ?? '')

export const loadSubject = async ({ request }: { request: Request }) => {
  const query = new URL(request.url).searchParams
  const kind = query.get('kind')
  const subject = query.get('subject') ?? ''
  const keyword = query.get('q') ?? ''
  if (!isKind(kind)) return { kind: null }
  const isOfProduct = kind === 'price' || kind === 'tax_rate' || kind === 'visibility'
  const products =
    isOfProduct && subject === ''
      ? await api('GET /admin/v1/products', { query: { per_page: '100', ...(keyword && { q: keyword }) } })
      : null
  const product =
    isOfProduct && subject !== '' ? await api('GET /admin/v1/products/{id}', { params: { id: subject } }) : null
  const deliveries = kind === 'delivery_fee' ? (await api('GET /admin/v1/setting/deliveries')).items : []
  const shop = kind === 'free_amount' ? await api('GET /admin/v1/setting/shop') : null
  const texts = kind === 'content' && subject === '' ? (await api('GET /admin/v1/content')).items : null
  const text = kind === 'content' && subject !== '' ? await textOf(subject) : null
  const promotions = kind === 'promotion' && subject === '' ? (await api('GET /admin/v1/promotions')).items : null
  const [promotion, goods] =
    kind === 'promotion' && subject !== ''
      ? await Promise.all([api('GET /admin/v1/promotions/{id}', { params: { id: subject } }), loadGoods()])
      : [null, []]
  return {
    kind,
    subject,
    q: keyword,
    promotions,
    promotion,
    goods,
    products: products?.items ?? null,
    product,
    deliveries,
    shop,
    texts,
    text,
  }
}
/** `banner/0`: name and layout. */
const textOf = (subject: string) => {
  const [name, layout_code] = subject.split('/') as [ContentName, string]
  return api('GET /admin/v1/content/{name}/{layout_code}', { params: { name, layout_code } })
}
export type ScheduleSubject = Exclude<Awaited<ReturnType<typeof loadSubject>>, { kind: null }>

export const describeText = (name: ContentName, layout_code: number) =>
  layoutContentNames.includes(name)
    ? `${CONTENT_NAME[name]}: ${LAYOUT_NAME[layout_code as keyof typeof LAYOUT_NAME]}`
    : CONTENT_NAME[name]
