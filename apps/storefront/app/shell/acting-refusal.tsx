import { ButtonLink } from '../ui/button.tsx'
import { PageHeading } from '../ui/heading.tsx'
import { Page } from '../ui/page.tsx'

/** Shown in a 代理ログイン instead of a screen whose calls the server would reject. */
export const ActingRefusal = () => (
  <Page width="form">
    <PageHeading lead="代理ログインではできない操作です。ご本人に、ご自身のログインでお願いしてください。">
      ご本人だけができるお手続きです
    </PageHeading>
    <ButtonLink to="/mypage" look="secondary">
      マイページへ戻る
    </ButtonLink>
  </Page>
)
