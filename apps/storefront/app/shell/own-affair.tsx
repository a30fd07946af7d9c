import { ButtonLink } from '../ui/button-link.tsx'
import { PageHeading } from '../ui/heading.tsx'
import { Page } from '../ui/page.tsx'

/** In a 代理ログイン, in place of a screen whose press the server would refuse. */
export const OwnAffair = () => (
  <Page width="form">
    <PageHeading lead="代理ログインではできない操作です。ご本人に、ご自身のログインでお願いしてください。">
      ご本人だけができるお手続きです
    </PageHeading>
    <ButtonLink to="/mypage" look="secondary">
      マイページへ戻る
    </ButtonLink>
  </Page>
)
