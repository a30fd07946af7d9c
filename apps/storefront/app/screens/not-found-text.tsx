import { ButtonLink } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/heading.tsx'
import { Page } from '../ui/page.tsx'

/** The page does not exist; offers two links. */
export const NotFoundText = () => (
  <Page width="text">
    <title>ページが見つかりません</title>
    <PageHeading>ページが見つかりません</PageHeading>
    <EmptyState
      title="この枝には、まだ何もありません"
      text="アドレスが変わったか、掲載を終えた商品かもしれません。商品一覧からお探しください。"
    >
      <ButtonLink to="/products">商品一覧を見る</ButtonLink>
      <ButtonLink to="/sitemaps" look="secondary">
        サイトマップ
      </ButtonLink>
    </EmptyState>
  </Page>
)
