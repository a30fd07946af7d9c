import { Link } from 'react-router'
import { loadOrThrow } from '../load-or-throw.ts'
import { seo } from '../seo.ts'
import { apiContext } from '../server-context.ts'
import { PageHeading, SectionHeading } from '../ui/heading.tsx'
import { Page } from '../ui/page.tsx'
import type { Route } from './+types/sitemaps.ts'
import { accessibilityPage, hasAccessibilityPage } from './accessibility-page.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [{ items }, hasPolicy] = await Promise.all([
    loadOrThrow(api('GET /v1/product', { query: { per_page: 100 } })),
    hasAccessibilityPage(api),
  ])
  const policy = hasPolicy ? [{ to: accessibilityPage, label: 'アクセシビリティ方針' }] : []
  return {
    policy,
    products: items.map(({ id, product_name }) => ({ to: `/products/detail/${id}`, label: product_name })),
  }
}

export const meta: Route.MetaFunction = ({ matches }) =>
  seo(matches, { title: 'サイトマップ', description: 'このショップのすべてのページの一覧です。', path: '/sitemaps' })

const groups = [
  {
    label: 'お買いもの',
    links: [
      { to: '/', label: 'ホーム' },
      { to: '/products', label: '商品一覧' },
      { to: '/journal', label: '読みもの' },
      { to: '/cart', label: 'カート' },
    ],
  },
  {
    label: '会員の方',
    links: [
      { to: '/login', label: 'ログイン' },
      { to: '/forget', label: 'パスワードの再設定' },
      { to: '/mypage', label: 'マイページ' },
      { to: '/mypage/subscriptions', label: '定期便一覧' },
      { to: '/mypage/history', label: 'ご注文履歴' },
      { to: '/mypage/purchases', label: '購入履歴' },
      { to: '/mypage/customer', label: '会員情報' },
      { to: '/mypage/addresses', label: 'お届け先' },
      { to: '/mypage/payments', label: 'お支払い方法' },
      { to: '/contents/customer_rank.html', label: '会員ランクのご案内' },
    ],
  },
  {
    label: 'ご案内',
    links: [
      { to: '/contents/faq.html', label: 'よくあるご質問' },
      { to: '/contact', label: 'お問い合わせ' },
      { to: '/contents/defrayal.html', label: '特定商取引法に基づく表記' },
      { to: '/contents/privacy.html', label: 'プライバシーポリシー' },
      { to: '/contents/terms-of-use.html', label: 'ご利用規約' },
      { to: '/contents/company.html', label: '会社概要' },
      { to: '/supplier/apply', label: '法人・卸のお取引' },
    ],
  },
]

/** サイトマップ */
export default function Sitemaps({ loaderData }: Route.ComponentProps) {
  return (
    <Page>
      <PageHeading>サイトマップ</PageHeading>
      <div className="gap-10 md:max-lg:columns-2 lg:grid lg:grid-cols-4">
        {[...groups.slice(0, 1), { label: '商品', links: loaderData.products }, ...groups.slice(1)].map((group) => (
          <section key={group.label} className="break-inside-avoid pb-10">
            <SectionHeading>{group.label}</SectionHeading>
            <ul className="mt-2 grid grid-cols-[repeat(auto-fill,minmax(min(10.5rem,100%),1fr))] gap-x-4 md:grid-cols-1">
              {[...group.links, ...(group === groups.at(-1) ? loaderData.policy : [])].map((link) => (
                <li key={link.to}>
                  <Link to={link.to} className="inline-flex min-h-tap items-center text-sm hover:underline">
                    {link.label}
                  </Link>
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
    </Page>
  )
}
