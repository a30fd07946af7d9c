import { ButtonLink } from '../ui/button-link.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { PageHeading } from '../ui/heading.tsx'
import { Page } from '../ui/page.tsx'

/** Says that this page isn't ready, and where help is until then. */
export const ComingSoonText = () => (
  <Page width="text">
    <PageHeading>準備中</PageHeading>
    <EmptyState
      title="このページは準備中です"
      text="公開まで、いましばらくお待ちください。お急ぎのご用件は、会社概要にあるお電話で承ります。"
    >
      <ButtonLink to="/products">商品一覧を見る</ButtonLink>
      <ButtonLink to="/contents/company.html" look="secondary">
        会社概要
      </ButtonLink>
    </EmptyState>
  </Page>
)
